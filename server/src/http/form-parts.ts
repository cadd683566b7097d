import type { Problem } from './problems.ts'
import { refuse } from './validation.ts'

/** A part of a form (RFC 7578), its content as it arrives. The next part comes after the content of this one. */
export interface FormPart {
  readonly name: string
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  readonly content: AsyncIterable<Buffer>
}

const PART_HEAD_AT_MOST = 16 * 1024
const PARTS_AT_MOST = 32

/** The text between parts, from a Content-Type such as `multipart/form-data; boundary=x`; nothing without one. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** The parts of a form, read as they come: nothing is held but what may be the beginning of a boundary. */
export async function* formParts(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const body = new Arriving(source)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line before it.
  body.putBack(Buffer.from('\r\n'))
  for await (const _ of upTo(body, delimiter));
  for (let count = 0; !(await isLast(body)); count += 1) {
    if (count === PARTS_AT_MOST) throw malformed(`The form has more than ${PARTS_AT_MOST} parts.`)
    const content = upTo(body, delimiter)
    yield { ...headOf(await readHead(body)), content }
    // What nobody wanted is passed over.
    for await (const _ of content);
  }
  await body.passOver()
}

const malformed = (message: string): Problem => refuse([{ pointer: '', code: 'Format', message }])
const cutOff = () => malformed('The form ends before its last boundary.')

/** Behind a boundary: two dashes end the form, the end of the line begins a part. */
async function isLast(body: Arriving): Promise<boolean> {
  const two = await body.take(2)
  if (two.equals(Buffer.from('--'))) return true
  if (two.equals(Buffer.from('\r\n'))) return false
  throw malformed('There is something behind a boundary of the form.')
}

async function readHead(body: Arriving): Promise<string> {
  // A part without any header begins with the empty line itself.
  body.putBack(Buffer.from('\r\n'))
  let head = Buffer.alloc(0)
  for await (const piece of upTo(body, Buffer.from('\r\n\r\n'))) {
    head = Buffer.concat([head, piece])
    if (head.length > PART_HEAD_AT_MOST) throw malformed('A part of the form has too long a head.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head)
  } catch {
    throw malformed('The head of a part of the form is not UTF-8.')
  }
}

function headOf(head: string): Omit<FormPart, 'content'> {
  const headers = new Map<string, string>()
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const disposition = headers.get('content-disposition') ?? ''
  const name = parameterOf(disposition, 'name')
  if (!/^form-data\s*;/i.test(disposition) || name === undefined)
    throw malformed('A part of the form does not say its name.')
  return { name, fileName: parameterOf(disposition, 'filename'), contentType: headers.get('content-type') }
}

/** A parameter in quotes, in which browsers write a quote as %22 and others as \". */
function parameterOf(header: string, name: string): string | undefined {
  const quoted = new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(header)?.[1]
  if (quoted !== undefined) return quoted.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"')
  return new RegExp(`;\\s*${name}=([^\\s";]+)`, 'i').exec(header)?.[1]
}

/** What comes before a mark, in pieces. The mark is taken, too; a body that ends without it is cut off. */
async function* upTo(body: Arriving, mark: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const at = body.held.indexOf(mark)
    if (at >= 0) {
      if (at > 0) yield body.cut(at)
      body.cut(mark.length)
      return
    }
    // The end of what is here may be the beginning of the mark.
    const sure = body.held.length - mark.length + 1
    if (sure > 0) yield body.cut(sure)
    if (!(await body.more())) throw cutOff()
  }
}

/** A body as it arrives, and what of it has not been used yet. */
class Arriving {
  held: Buffer = Buffer.alloc(0)
  readonly #source: AsyncIterator<Buffer>

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async more(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done) return false
    this.held = this.held.length === 0 ? next.value : Buffer.concat([this.held, next.value])
    return true
  }

  cut(length: number): Buffer {
    const piece = this.held.subarray(0, length)
    this.held = this.held.subarray(length)
    return piece
  }

  async take(length: number): Promise<Buffer> {
    while (this.held.length < length) if (!(await this.more())) throw cutOff()
    return this.cut(length)
  }

  putBack(bytes: Buffer): void {
    this.held = Buffer.concat([bytes, this.held])
  }

  /** What stands behind the last boundary is nobody's, but has to be out of the way of the answer. */
  async passOver(): Promise<void> {
    do this.held = Buffer.alloc(0)
    while (await this.more())
  }
}
