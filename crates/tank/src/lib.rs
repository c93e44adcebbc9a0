//! Tank! (SPI 1974).
