import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small S3 server that checks every signature. */
export interface S3Server {
  readonly endpoint: string
  readonly objects: Map<string, { readonly content: Buffer; readonly at: Date }>
  /** Every request, as `PUT /bucket/key 200`. */
  readonly seen: string[]
  /** The error statuses that it answers before it works again. */
  readonly failures: number[]
  stop(): Promise<void>
}

export const s3Account = { region: 'eu-test-1', accessKey: 'AKTEST', secretKey: 'secret/of+the=test' }
export const BUCKET = 'bulwark-test'
const PAGE = 2

export async function openS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const [seen, failures]: [string[], number[]] = [[], []]
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const failure = failures.shift()
    if (failure !== undefined) response.writeHead(failure).end()
    else if (!isSigned(request, body)) refuse(response, 403, 'SignatureDoesNotMatch')
    else answer(request, response, body, objects)
    seen.push(`${request.method} ${request.url?.split('?')[0]} ${response.statusCode}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    ...{ objects, seen, failures },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  objects: S3Server['objects'],
): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const [, bucket, ...rest] = url.pathname.split('/')
  const key = rest.join('/')
  if (bucket !== BUCKET) refuse(response, 404, 'NoSuchBucket')
  else if (request.method === 'GET' && key === '') list(url, response, objects)
  else if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined)
      return void refuse(response, 411, 'MissingContentLength')
    objects.set(key, { content: body, at: new Date() })
    response.writeHead(200).end()
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else {
    const object = objects.get(key)
    if (!object) return void refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': object.content.length })
    response.end(request.method === 'HEAD' ? undefined : object.content)
  }
}

function list(url: URL, response: ServerResponse, objects: S3Server['objects']): void {
  const prefix = url.searchParams.get('prefix') ?? ''
  const from = Number(url.searchParams.get('continuation-token')?.replace('from+', '') ?? 0)
  const all = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const rows = all
    .slice(from, from + PAGE)
    .map(
      ([key, { at }]) =>
        `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`,
    )
  const next =
    from + PAGE < all.length ? `<NextContinuationToken>from+${from + PAGE}</NextContinuationToken>` : ''
  response.writeHead(200).end(`<ListBucketResult>${rows.join('')}${next}</ListBucketResult>`)
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Computes the signature by the steps of the AWS documentation, from the received request. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, accessKey, date, region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const time = String(request.headers['x-amz-date'])
  const payload = String(request.headers['x-amz-content-sha256'])
  if (accessKey !== s3Account.accessKey || region !== s3Account.region || !date || !time.startsWith(date))
    return false
  if (payload !== hash(body) || !names.split(';').includes('host')) return false
  const at = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return false
  const [path = '', search = ''] = (request.url ?? '').split('?')
  const query = search
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.replaceAll('+', '%20'))
    .sort()
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, path, query.join('&'), headers.join(''), names, payload].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, `${date}/${region}/s3/aws4_request`, hash(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${s3Account.secretKey}`, date), region), 's3'), 'aws4_request')
  return hmac(key, toSign).toString('hex') === signature
}
