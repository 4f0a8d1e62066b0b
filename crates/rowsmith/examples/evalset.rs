//! dev
use std::io::Read;
fn main() {
    let all = std::env::args().any(|a| a == "--all");
    let set = std::env::args().nth(1).unwrap();
    let mut files: Vec<_> =
        std::fs::read_dir(format!("../shared/eval/{set}/pages")).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    for f in files {
        let mut b = Vec::new();
        flate2::read::GzDecoder::new(std::fs::File::open(&f).unwrap()).read_to_end(&mut b).unwrap();
        let r = rowsmith::records_page(
            &b,
            f.to_str().unwrap(),
            &rowsmith::RecordsRequest { all_regions: all, ..Default::default() },
        );
        match r {
            Ok(p) => println!("{}", serde_json::to_string(&p).unwrap()),
            Err(e) => eprintln!("{}: {e}", f.display()),
        }
    }
}
