//! The server for the window: HTTP on 127.0.0.1, for the person who has the address with its token and for nobody else.

mod assets;
mod events;
mod guard;
mod reply;
mod routes;

use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tiny_http::Server;

use crate::app::App;
use crate::error::StudioError;
use guard::Guard;
use reply::Reply;

/// How many requests are answered at a time.
const ANSWERING: usize = 4;

/// How often the studio checks whether it should stop.
const LOOKS: Duration = Duration::from_millis(150);

/// A server that listens.
pub(crate) struct Listening {
    server: Arc<Server>,
    guard: Arc<Guard>,
}

impl Listening {
    /// Listens on 127.0.0.1, on a port or, for 0, on any free one.
    ///
    /// # Errors
    /// If the port is taken.
    pub(crate) fn new(port: u16) -> Result<Listening, StudioError> {
        let listen = |why: String| StudioError::Listen { port, why };
        let server = Server::http(SocketAddr::from(([127, 0, 0, 1], port))).map_err(|why| listen(why.to_string()))?;
        let address = server.server_addr().to_ip().ok_or_else(|| listen("no address".to_owned()))?;
        let guard = Guard::new(address).map_err(|why| listen(format!("no random numbers: {why}")))?;
        Ok(Listening { server: Arc::new(server), guard: Arc::new(guard) })
    }

    /// The address for the person, with the token.
    pub(crate) fn address(&self) -> String {
        self.guard.address()
    }

    /// Answers requests until `stop` returns true.
    pub(crate) fn run(self, app: &Arc<App>, stop: &dyn Fn() -> bool) {
        let worker = {
            let app = Arc::clone(app);
            thread::spawn(move || app.work())
        };
        let answering: Vec<_> = (0..ANSWERING)
            .map(|_| {
                let (server, guard, app) = (Arc::clone(&self.server), Arc::clone(&self.guard), Arc::clone(app));
                thread::spawn(move || {
                    while let Ok(request) = server.recv() {
                        answer(request, &guard, &app);
                    }
                })
            })
            .collect();
        while !stop() {
            thread::sleep(LOOKS);
        }
        app.jobs.close();
        for _ in &answering {
            self.server.unblock();
        }
        for thread in answering {
            let _ = thread.join();
        }
        // a task that does not check whether it should stop is not waited for
        drop(worker);
    }
}

/// Answers a request.
fn answer(mut request: tiny_http::Request, guard: &Guard, app: &Arc<App>) {
    let inner = match guard.admit(&request) {
        Ok(inner) => inner,
        Err(refused) => return refused.send(request),
    };
    if inner.path == "api/events" && *request.method() == tiny_http::Method::Get {
        return events::follow(request, Arc::clone(app));
    }
    let reply = catch_unwind(AssertUnwindSafe(|| routes::answer(&mut request, &inner, app)));
    let broken = |_| Reply::failed(500, "something went wrong within the studio; please report it with the page");
    reply.unwrap_or_else(broken).send(request);
}
