import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Problem } from '../http/problems.ts'
import { type S3Signer, sha256Hex, signedHeaders } from './s3-signature.ts'
import { type ArrivedFile, type FileStore, isStoreKey, type StoredObject } from './store.ts'

export interface S3Settings extends S3Signer {
  /** For example `https://s3.us-east-1.amazonaws.com`. */
  readonly endpoint: string
  readonly bucket: string
}

const ATTEMPTS = 3
const ATTEMPT_MILLISECONDS = 30_000
const EMPTY = sha256Hex('')

interface Call {
  readonly method: 'PUT' | 'GET' | 'HEAD' | 'DELETE'
  /** If absent, the call is about the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly file?: ArrivedFile
}

/** Stores files as objects in a bucket of any S3 service. The service checks the hash of what it receives. */
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
      // fetch requires this for a body that is a stream.
      ...(file ? { body: Readable.toWeb(createReadStream(file.path)), duplex: 'half' } : {}),
    })
  }

  /** Tries again after failures that may pass. Every call can safely be made twice. */
  async function call(request: Call): Promise<Response> {
    for (let nth = 1; ; nth += 1) {
      const answer = await attempt(request).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429) return answer
      if (nth === ATTEMPTS) throw unavailable(answer)
      if (!(answer instanceof Error)) await answer.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, 100 * 4 ** nth * Math.random()))
    }
  }

  const objectAt = (key: string) => {
    if (!isStoreKey(key)) throw new Error('This is not a key of the file store.')
    return key
  }

  return {
    async keep(key, file) {
      await expectSuccess(await call({ method: 'PUT', key: objectAt(key), file }))
      await rm(file.path, { force: true })
    },
    async open(key) {
      const { body } = await successful(await call({ method: 'GET', key: objectAt(key) }))
      if (!body) throw new Error('The file store answered without a body.')
      return Readable.fromWeb(body as ReadableStream)
    },
    async exists(key) {
      const answer = await call({ method: 'HEAD', key: objectAt(key) })
      if (answer.status === 404) return false
      await expectSuccess(answer)
      return true
    },
    async remove(key) {
      const answer = await call({ method: 'DELETE', key: objectAt(key) })
      if (answer.status !== 404) await expectSuccess(answer)
    },
    async *list(tenantId, beginning = '') {
      let next: string | undefined
      do {
        const more = next === undefined ? {} : { 'continuation-token': next }
        const query = { 'list-type': '2', prefix: `${tenantId}/${beginning}`, ...more }
        const page = await (await successful(await call({ method: 'GET', query }))).text()
        yield* objectsIn(page)
        next = textsIn(page, 'NextContinuationToken')[0]
      } while (next !== undefined)
    },
  }
}

/** The store failed, not the request: 503. */
function unavailable(answer: Response | Error): Problem {
  const detail = answer instanceof Error ? 'did not answer' : `answered ${answer.status}`
  return new Problem('NotReady', `The file store ${detail}.`, { headers: { 'Retry-After': '2' } })
}

async function successful(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const [code = 'no code'] = textsIn(await answer.text(), 'Code')
  throw new Error(`The file store answered ${answer.status} (${code}).`)
}

const expectSuccess = async (answer: Response) => (await successful(answer)).body?.cancel()

function* objectsIn(page: string): Generator<StoredObject> {
  for (const entry of textsIn(page, 'Contents')) {
    const [key = '', at = ''] = [textsIn(entry, 'Key')[0], textsIn(entry, 'LastModified')[0]]
    if (isStoreKey(key)) yield { key, storedAt: new Date(at) }
  }
}

/** The texts of all elements with this name. Our keys and tokens need no more of XML than this. */
const textsIn = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map((match) =>
    (match[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
