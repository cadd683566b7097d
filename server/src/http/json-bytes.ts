/**
 * Writes a long JSON text directly as bytes. Parts that are the same in every answer are kept as bytes and copied, and
 * numbers are written digit by digit: joining thousands of pieces into one string would cost more than everything
 * else.
 */
export interface JsonBytes {
  /** ASCII text: dates, member names. */
  ascii(text: string): void
  text(text: string): void
  bytes(bytes: Uint8Array): void
  /** A whole number. */
  whole(value: number): void
  /** An amount in hundredths, written as JSON does, without trailing zeros. */
  hundredths(value: number): void
  /** The whole text. Nothing may be written after this. */
  end(): Buffer
}

/** Enough for the largest exact number, one more digit and a sign. */
const DIGITS = 18
const [ZERO, MINUS, POINT] = [48, 45, 46]
const LARGEST_INT = 2 ** 31 - 1
/** The two digits of each number up to 99. */
const TENS = Uint8Array.from({ length: 100 }, (_, number) => ZERO + Math.floor(number / 10))
const ONES = Uint8Array.from({ length: 100 }, (_, number) => ZERO + (number % 10))

function countOf(value: number): number {
  let count = 1
  for (let least = 10; value >= least; least *= 10) count += 1
  return count
}

/** Up to this length, a loop is faster than a call. */
const SHORT = 24

// A buffer that has been sent is used again: memory that was just used is faster than new memory.
const free: Buffer[] = []
const lent = new WeakMap<Buffer, Buffer>()
const KEPT = 8

/** Returns a buffer for reuse. Call it only after all of it has been sent. */
export function recycle(text: Buffer): void {
  const room = lent.get(text)
  lent.delete(text)
  if (room && free.length < KEPT) free.push(room)
}

function roomFor(expected: number): Buffer {
  // The last one that was returned: most of it is still in the processor's cache.
  const at = free.findLastIndex(({ length }) => length >= expected)
  const [room] = at < 0 ? [] : free.splice(at, 1)
  return room ?? Buffer.allocUnsafeSlow(Math.max(expected, 1_024))
}

export function jsonBytes(expected: number): JsonBytes {
  let room = roomFor(expected)
  let at = 0
  const need = (more: number) => {
    if (at + more <= room.length) return
    const larger = roomFor(Math.max(room.length * 2, at + more))
    room.copy(larger, 0, 0, at)
    room = larger
  }
  /** From the last digit to the first, two at a time. */
  const digits = (value: number) => {
    const end = at + countOf(value)
    let place = end
    let rest = value
    // Numbers above 32 bits need a slower division.
    while (rest > LARGEST_INT) {
      const fewer = Math.floor(rest / 100)
      place = pair(place, rest - fewer * 100)
      rest = fewer
    }
    while (rest >= 100) {
      const fewer = (rest / 100) | 0
      place = pair(place, rest - fewer * 100)
      rest = fewer
    }
    if (rest >= 10) pair(place, rest)
    else room[place - 1] = ZERO + rest
    at = end
  }
  const pair = (place: number, value: number): number => {
    room[place - 1] = ONES[value] as number
    room[place - 2] = TENS[value] as number
    return place - 2
  }
  const sign = (value: number): number => {
    if (value >= 0) return value
    room[at++] = MINUS
    return -value
  }
  return {
    ascii(text) {
      need(text.length)
      if (text.length > SHORT) at += room.write(text, at, 'latin1')
      else for (let place = 0; place < text.length; place += 1) room[at++] = text.charCodeAt(place)
    },
    text(text) {
      // One character of a JavaScript string takes at most three bytes in UTF-8.
      need(text.length * 3)
      at += room.write(text, at, 'utf8')
    },
    bytes(bytes) {
      need(bytes.length)
      room.set(bytes, at)
      at += bytes.length
    },
    whole(value) {
      need(DIGITS)
      digits(sign(value))
    },
    hundredths(value) {
      need(DIGITS + 3)
      const all = sign(value)
      const ones = all <= LARGEST_INT ? (all / 100) | 0 : Math.floor(all / 100)
      digits(ones)
      const rest = all - ones * 100
      if (rest === 0) return
      room[at++] = POINT
      room[at++] = TENS[rest] as number
      if (ONES[rest] !== ZERO) room[at++] = ONES[rest] as number
    },
    end() {
      const text = room.subarray(0, at)
      lent.set(text, room)
      return text
    },
  }
}
