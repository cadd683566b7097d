import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

// PostgreSQL compresses long values by itself, with a method that costs it more than the rest of the row. A long document
// that no statement looks into is compressed here instead, in a tenth of the time.

/** The first byte says how the rest is written. A migration has put older documents behind a `PLAIN`. */
const PLAIN = 0
const BROTLI = 1

/** PostgreSQL leaves rows of this size as they are, so a shorter document is not worth compressing. */
const SHORT = 2_000

const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } }

/** The same document gives the same bytes on every machine. */
export function pack(document: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(document))
  const isShort = text.length < SHORT
  return Buffer.concat([
    Buffer.of(isShort ? PLAIN : BROTLI),
    isShort ? text : brotliCompressSync(text, fastest),
  ])
}

export function unpack(packed: Buffer): unknown {
  const rest = packed.subarray(1)
  switch (packed[0]) {
    case PLAIN:
      return JSON.parse(rest.toString())
    case BROTLI:
      return JSON.parse(brotliDecompressSync(rest).toString())
    default:
      throw new Error(`A packed document begins with ${PLAIN} or ${BROTLI}, not with ${packed[0]}.`)
  }
}
