//! How members of ZIP files are compressed: a decoder for each method that programs write today.

use std::io::{self, BufRead, BufReader, Read};

use zip::CompressionMethod;

/// The largest dictionary, in bytes, that the data of a member may ask for. The presets of 7-Zip ask for 256 MiB at
/// most.
#[cfg(feature = "archives")]
const LARGEST_DICTIONARY: u64 = 1 << 30;

/// The decompressed content of a member of this size; `None` if nothing here can decompress it.
///
/// # Errors
/// If the data does not begin as the method prescribes.
pub(super) fn unpacked(
    method: CompressionMethod,
    size: u64,
    packed: impl Read + 'static,
) -> io::Result<Option<Box<dyn Read>>> {
    let packed = BufReader::with_capacity(1 << 16, packed);
    // compared by names, which are the same whatever features the library was built with
    Ok(Some(match method {
        CompressionMethod::STORE => Box::new(packed),
        method if method == CompressionMethod::DEFLATE => Box::new(flate2::bufread::DeflateDecoder::new(packed)),
        method => return further(method, size, packed),
    }))
}

/// The same for the methods that are supported by a feature.
fn further(method: CompressionMethod, size: u64, packed: impl BufRead + 'static) -> io::Result<Option<Box<dyn Read>>> {
    #[cfg(feature = "zstd")]
    if method == CompressionMethod::ZSTD {
        return Ok(Some(Box::new(zstd::stream::read::Decoder::with_buffer(packed)?)));
    }
    #[cfg(feature = "archives")]
    {
        if method == CompressionMethod::BZIP2 {
            return Ok(Some(Box::new(bzip2::bufread::BzDecoder::new(packed))));
        }
        if method == CompressionMethod::DEFLATE64 {
            return Ok(Some(Box::new(deflate64::Deflate64Decoder::with_buffer(packed))));
        }
        if method == CompressionMethod::XZ {
            return Ok(Some(Box::new(lzma_rust2::XzReader::new(packed, false))));
        }
        if method == CompressionMethod::LZMA {
            return lzma(size, packed).map(Some);
        }
        if method == CompressionMethod::PPMD {
            return ppmd(size, packed).map(Some);
        }
    }
    let _ = (method, size, packed);
    Ok(None)
}

/// LZMA data after its header: the version of the program, the length of the properties, and these.
#[cfg(feature = "archives")]
fn lzma(size: u64, mut packed: impl BufRead + 'static) -> io::Result<Box<dyn Read>> {
    let mut head = [0; 9];
    packed.read_exact(&mut head)?;
    let [_, _, 5, 0, properties, dictionary @ ..] = head else {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "its properties are damaged"));
    };
    let dictionary = u32::from_le_bytes(dictionary);
    // none is larger than what is in it
    if u64::from(dictionary).min(size) > LARGEST_DICTIONARY {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "unpacking it takes more than 1 GiB of memory"));
    }
    Ok(Box::new(lzma_rust2::LzmaReader::new_with_props(packed, size, properties, dictionary, None)?))
}

/// PPMd data after its header: the order of the model in four bits, its memory in eight, and what is done when that is
/// full. The format allows 256 MB.
#[cfg(feature = "archives")]
fn ppmd(size: u64, mut packed: impl BufRead + 'static) -> io::Result<Box<dyn Read>> {
    let mut head = [0; 2];
    packed.read_exact(&mut head)?;
    let head = u32::from(u16::from_le_bytes(head));
    let (order, memory) = ((head & 0xf) + 1, (head >> 4 & 0xff) + 1);
    let decoder = ppmd_rust::Ppmd8Decoder::new(packed, order, memory << 20, (head >> 12).into());
    let decoder = decoder.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
    // the decoder does not know where the data ends
    Ok(Box::new(decoder.take(size)))
}
