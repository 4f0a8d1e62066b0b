//! Which IP addresses may be contacted: public ones, unless the user allows all.
//!
//! The IP addresses are checked after name resolution and are exactly those that are connected to, so that neither a
//! redirect nor a name that resolves differently the second time leads into a private network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// The error for a host that only has private addresses.
#[derive(Debug, thiserror::Error)]
#[error("{host} is on a private network; use --allow-private to allow this")]
pub(crate) struct Private {
    /// The host, as the address names it.
    host: String,
}

/// Resolves names and keeps the public addresses.
#[derive(Debug)]
pub(crate) struct PublicResolver {
    /// Whether to keep the others as well.
    pub(crate) allow_private: bool,
}

impl Resolver for PublicResolver {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let all = DefaultResolver::default().resolve(uri, config, timeout)?;
        let mut kept = self.empty();
        for &address in all.iter().filter(|address| self.allow_private || is_public(address.ip())) {
            kept.push(address);
        }
        let private = || Private { host: uri.host().unwrap_or("its host").to_owned() };
        if kept.is_empty() { Err(Error::Other(Box::new(private()))) } else { Ok(kept) }
    }
}

/// Whether an address belongs to the public internet, according to the registries of special-purpose addresses (RFC
/// 6890).
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let protocols = (a, b, c) == (192, 0, 0) || (a, b, c) == (192, 88, 99);
    let benchmarks = a == 198 && (b == 18 || b == 19);
    !(a == 0
        || a >= 224
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || shared
        || protocols
        || benchmarks)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match (a, b) {
        (0, 0) if (c, d, e, f) == (0, 0, 0, 0xffff) => embedded(g, h),
        (0x64, 0xff9b) if (c, d, e, f) == (0, 0, 0, 0) => embedded(g, h),
        (0x2002, _) => embedded(b, c),
        // Teredo and other protocols, documentation
        (0x2001, b) if b < 0x200 || b == 0xdb8 => false,
        (0x3fff, b) if b < 0x1000 => false,
        // only this block is allocated
        (a, _) => a & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_and_other_addresses() {
        let of = |text: &str| is_public(text.parse().unwrap());
        for text in ["93.184.216.34", "8.8.8.8", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(of(text), "{text}");
        }
        for text in [
            "127.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
        ] {
            assert!(!of(text), "{text}");
        }
    }
}
