import type { Problem } from './problems.ts'
import { refuse } from './validation.ts'

/** A part of a form (RFC 7578) with its content as it arrives. Read the content before asking for the next part. */
export interface FormPart {
  readonly name: string
  readonly fileName: string | undefined
  readonly contentType: string | undefined
  readonly content: AsyncIterable<Buffer>
}

const PART_HEAD_AT_MOST = 16 * 1024
const PARTS_AT_MOST = 32

/** The boundary from a Content-Type such as `multipart/form-data; boundary=x`, if it names one. */
export function formBoundary(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** The parts of a form as they arrive. Only bytes that may begin a boundary are held in memory. */
export async function* formParts(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const body = new Arriving(source)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line break before it.
  body.putBack(Buffer.from('\r\n'))
  for await (const _ of upTo(body, delimiter));
  for (let count = 0; !(await isLast(body)); count += 1) {
    if (count === PARTS_AT_MOST) throw malformed(`The form has more than ${PARTS_AT_MOST} parts.`)
    const content = upTo(body, delimiter)
    yield { ...headOf(await readHead(body)), content }
    // Skip the rest of a part that was not read.
    for await (const _ of content);
  }
  await body.passOver()
}

const malformed = (message: string): Problem => refuse([{ pointer: '', code: 'Format', message }])
const cutOff = () => malformed('The form ends before its last boundary.')

/** After a boundary, two dashes end the form and a line break begins a part. */
async function isLast(body: Arriving): Promise<boolean> {
  const two = await body.take(2)
  if (two.equals(Buffer.from('--'))) return true
  if (two.equals(Buffer.from('\r\n'))) return false
  throw malformed('A boundary of the form is followed by unexpected text.')
}

async function readHead(body: Arriving): Promise<string> {
  // A part without any header begins with the empty line itself.
  body.putBack(Buffer.from('\r\n'))
  let head = Buffer.alloc(0)
  for await (const piece of upTo(body, Buffer.from('\r\n\r\n'))) {
    head = Buffer.concat([head, piece])
    if (head.length > PART_HEAD_AT_MOST) throw malformed('The headers of a part of the form are too long.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head)
  } catch {
    throw malformed('The headers of a part of the form are not valid UTF-8.')
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
    throw malformed('A part of the form has no name.')
  return { name, fileName: parameterOf(disposition, 'filename'), contentType: headers.get('content-type') }
}

/** A quoted parameter. Browsers write a quote inside it as %22, other clients as \". */
function parameterOf(header: string, name: string): string | undefined {
  const quoted = new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(header)?.[1]
  if (quoted !== undefined) return quoted.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"')
  return new RegExp(`;\\s*${name}=([^\\s";]+)`, 'i').exec(header)?.[1]
}

/** The bytes before a mark, in chunks. The mark is consumed; a body that ends without it is incomplete. */
async function* upTo(body: Arriving, mark: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const at = body.held.indexOf(mark)
    if (at >= 0) {
      if (at > 0) yield body.cut(at)
      body.cut(mark.length)
      return
    }
    // The last bytes may be the beginning of the mark.
    const sure = body.held.length - mark.length + 1
    if (sure > 0) yield body.cut(sure)
    if (!(await body.more())) throw cutOff()
  }
}

/** A body as it arrives, with the bytes that are not consumed yet. */
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

  /** Reads and discards what follows the last boundary, so that the answer can be sent. */
  async passOver(): Promise<void> {
    do this.held = Buffer.alloc(0)
    while (await this.more())
  }
}
