import { createHash, createHmac } from 'node:crypto'

/** The credentials that sign a request, and the region they sign for. */
export interface S3Signer {
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

interface S3Request {
  readonly method: string
  readonly url: URL
  /** SHA-256 of the body, in hex. */
  readonly bodyHash: string
  readonly at: Date
}

const SCHEME = 'AWS4-HMAC-SHA256'

export const sha256Hex = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Encodes as RFC 3986 and S3 do: more characters than `encodeURIComponent`. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** The headers that sign a request: AWS Signature, version 4. */
export function signedHeaders(signer: S3Signer, request: S3Request): Record<string, string> {
  const time = request.at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const headers = {
    host: request.url.host,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).join(';')
  const scope = `${time.slice(0, 8)}/${signer.region}/s3/aws4_request`
  const canonicalRequest = [
    request.method,
    request.url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    [...request.url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    names,
    request.bodyHash,
  ].join('\n')
  const toSign = [SCHEME, time, scope, sha256Hex(canonicalRequest)].join('\n')
  const key = [time.slice(0, 8), signer.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${signer.secretKey}`,
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `${SCHEME} Credential=${signer.accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}
