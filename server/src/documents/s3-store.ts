import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Problem } from '../http/problems.ts'
import { type S3Signer, sha256Hex, signedHeaders } from './s3-signature.ts'
import { type ArrivedFile, type FileStore, isKey, type StoredObject } from './store.ts'

export interface S3Settings extends S3Signer {
  /** E.g. `https://s3.us-east-1.amazonaws.com`. */
  readonly endpoint: string
  readonly bucket: string
}

const ATTEMPTS = 3
const ATTEMPT_MILLISECONDS = 30_000
const EMPTY = sha256Hex('')

interface Call {
  readonly method: 'PUT' | 'GET' | 'HEAD' | 'DELETE'
  /** Absent: the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly file?: ArrivedFile
}

/** Files as objects of a bucket, for any service that speaks S3. The service compares the hash of what it is sent. */
export function openS3Store(settings: S3Settings): FileStore {
  async function attempt({ method, key = '', query = {}, file }: Call): Promise<Response> {
    const url = new URL(`${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}${key && `/${key}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const bodyHash = file ? file.checksum.toString('hex') : EMPTY
    const headers = signedHeaders(settings, { method, url, bodyHash, at: new Date() })
    return fetch(url, {
      method,
      headers: file ? { ...headers, 'content-length': String(file.sizeBytes) } : headers,
      redirect: 'error',
      signal: AbortSignal.timeout(ATTEMPT_MILLISECONDS),
      // A body that is read as it goes out has to be said to be one.
      ...(file ? { body: Readable.toWeb(createReadStream(file.path)), duplex: 'half' } : {}),
    })
  }

  /** Tries again what may go well the next time: all of it can be done twice. */
  async function call(asked: Call): Promise<Response> {
    for (let nth = 1; ; nth += 1) {
      const answer = await attempt(asked).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429) return answer
      if (nth === ATTEMPTS) throw away(answer)
      if (!(answer instanceof Error)) await answer.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, 100 * 4 ** nth * Math.random()))
    }
  }

  const objectAt = (key: string) => {
    if (!isKey(key)) throw new Error('This is not a key of the file store.')
    return key
  }

  return {
    async keep(key, file) {
      await done(await call({ method: 'PUT', key: objectAt(key), file }))
      await rm(file.path, { force: true })
    },
    async open(key) {
      const { body } = await good(await call({ method: 'GET', key: objectAt(key) }))
      if (!body) throw new Error('The file store answered without a body.')
      return Readable.fromWeb(body as ReadableStream)
    },
    async exists(key) {
      const answer = await call({ method: 'HEAD', key: objectAt(key) })
      if (answer.status === 404) return false
      await done(answer)
      return true
    },
    async remove(key) {
      const answer = await call({ method: 'DELETE', key: objectAt(key) })
      if (answer.status !== 404) await done(answer)
    },
    async *list(tenantId) {
      let next: string | undefined
      do {
        const more = next === undefined ? {} : { 'continuation-token': next }
        const query = { 'list-type': '2', prefix: `${tenantId}/`, ...more }
        const page = await (await good(await call({ method: 'GET', query }))).text()
        yield* objectsIn(page)
        next = textsIn(page, 'NextContinuationToken')[0]
      } while (next !== undefined)
    },
  }
}

/** The last answer, or that there was none: the store is away, not the request wrong. */
function away(answer: Response | Error): Problem {
  const detail = answer instanceof Error ? 'did not answer' : `answered ${answer.status}`
  return new Problem('NotReady', `The file store ${detail}.`, { headers: { 'Retry-After': '2' } })
}

async function good(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const [code = 'no code'] = textsIn(await answer.text(), 'Code')
  throw new Error(`The file store answered ${answer.status} (${code}).`)
}

const done = async (answer: Response) => (await good(answer)).body?.cancel()

function* objectsIn(page: string): Generator<StoredObject> {
  for (const entry of textsIn(page, 'Contents')) {
    const [key = '', at = ''] = [textsIn(entry, 'Key')[0], textsIn(entry, 'LastModified')[0]]
    if (isKey(key)) yield { key, at: new Date(at) }
  }
}

/** What stands in the elements of this name: keys and tokens of ours need no more of XML. */
const textsIn = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map((match) =>
    (match[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
