import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

// PostgreSQL compresses long values by itself, with a method that costs it more than the rest of the row. A long text that
// no statement looks into is compressed here instead, in a tenth of the time.

/** The first byte says how the rest is written. Migrations have put older texts behind a `PLAIN`. */
const PLAIN = 0
const BROTLI = 1

/** PostgreSQL leaves rows of this size as they are, so a shorter text is not worth compressing. */
export const WORTH_PACKING = 2_000

const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } }

/** The same text gives the same bytes on every machine. */
export function packText(text: string): Buffer {
  const plain = Buffer.from(text)
  return plain.length < WORTH_PACKING
    ? Buffer.concat([Buffer.of(PLAIN), plain])
    : Buffer.concat([Buffer.of(BROTLI), brotliCompressSync(plain, fastest)])
}

export function unpackText(packed: Buffer): string {
  const rest = packed.subarray(1)
  switch (packed[0]) {
    case PLAIN:
      return rest.toString()
    case BROTLI:
      return brotliDecompressSync(rest).toString()
    default:
      throw new Error(`A packed text begins with ${PLAIN} or ${BROTLI}, not with ${packed[0]}.`)
  }
}

export const pack = (document: unknown): Buffer => packText(JSON.stringify(document))
export const unpack = (packed: Buffer): unknown => JSON.parse(unpackText(packed))
