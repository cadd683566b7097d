import type { JsonSchema } from '../serialize.ts'

interface Header {
  readonly description: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** The longest a header can be: Node refuses a request or an answer with more than this in all its headers. */
export const HEADERS_AT_MOST = 16_384

const line = { type: 'string', maxLength: HEADERS_AT_MOST }

/** The headers of answers. An operation names those that it sends. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Identifies the request in our log. A caller may choose it with the same header.',
    schema: { type: 'string', pattern: '^[\\w.:-]{1,100}$', maxLength: 100 },
    example: '3f0f3f2e-54cb-4b1c-9a0e-7d1a0a1f6b52',
  },
  RateLimit: {
    description:
      'How many requests are left in this second (`r`), and the seconds until it starts over (`t`).',
    schema: { type: 'string', maxLength: 100 },
    example: '"default";r=99;t=1',
  },
  'RateLimit-Policy': {
    description: 'How many requests (`q`) a caller may send in a window of so many seconds (`w`).',
    schema: { type: 'string', maxLength: 100 },
    example: '"default";q=100;w=1',
  },
  'Retry-After': {
    description: 'Try again after this many seconds.',
    schema: { type: 'integer', minimum: 1, maximum: 86_400 },
    example: 1,
  },
  'WWW-Authenticate': {
    description: 'How to sign in: with a bearer token.',
    schema: line,
    example: 'Bearer',
  },
  ETag: {
    description: 'Identifies this state of the record, for If-Match and If-None-Match.',
    schema: { type: 'string', maxLength: 100 },
    example: '"Zk3Wn0rV6y6sV7n2mQm1lJ8b0hE"',
  },
  Link: {
    description:
      'Related addresses (RFC 8288): of a list its pages `first`, `prev`, `next` and `last`; of an operation that has a newer version, `successor-version`.',
    schema: line,
    example: '</contracts?pageNumber=2>; rel="next"',
  },
  'X-Total-Count': {
    description: 'The number of rows on all pages. It stops at 10,000 unless exactCount=true.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    example: 42,
  },
  'X-Total-Count-Exact': {
    description: 'Sent as `false` when there are more rows than X-Total-Count says.',
    schema: { type: 'string', enum: ['false'] },
    example: 'false',
  },
  'Idempotency-Replayed': {
    description: 'The answer to an earlier request with the same Idempotency-Key, sent again.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Dry-Run': {
    description: 'The request was a dry run: nothing was written.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Location: {
    description: 'The path of the new record.',
    schema: { type: 'string', format: 'uri-reference', maxLength: 2_000 },
    example: '/contracts/1204',
  },
  'Content-Disposition': {
    description: 'The name of the file.',
    schema: line,
    example: 'attachment; filename="contract.pdf"',
  },
  Deprecation: {
    description: 'Since when the operation is deprecated, in seconds since 1970 (RFC 9745).',
    schema: { type: 'string', maxLength: 30 },
    example: '@1710460800',
  },
  Sunset: {
    description: 'When the operation may be removed (RFC 8594).',
    schema: { type: 'string', maxLength: 40 },
    example: 'Tue, 01 Jan 2030 00:00:00 GMT',
  },
} as const satisfies Readonly<Record<string, Header>>

export type HeaderName = keyof typeof responseHeaders

/** Every answer has these. */
const always: readonly HeaderName[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']

/** The headers of an answer, as references. */
export const headersOf = (...names: readonly HeaderName[]): JsonSchema =>
  Object.fromEntries([...always, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]))
