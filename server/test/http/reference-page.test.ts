import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/db/project-root.ts'

// The scripts of the page /docs that need no browser, over the document as it is committed.

interface Operation {
  readonly method: string
  readonly path: string
}
interface Place {
  readonly kind: string
  readonly name: string
}
type Search = (query: string) => Map<Operation, Place[]>

const script = (name: string) => import(join(projectRoot, 'server', 'static', name))
const { listOperations } = await script('docs-spec.js')
const { openSearch } = await script('docs-search.js')
const { javascriptCode, pythonCode, pythonValue } = await script('docs-snippets.js')
const { guides } = await script('docs-guides.js')

const document = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8'))
const operations: Operation[] = listOperations(document)
const search: Search = openSearch(document, operations)
const keyOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`
const found = (query: string) => [...search(query).keys()].map(keyOf)

describe('the search', () => {
  test.each([
    ['pdf', 'POST /contracts/{contractId}/documents'],
    ['gap', 'GET /contracts/autocancelgap'],
    ['letter', 'POST /cancels/{cancelId}'],
    ['vin', 'POST /contracts'],
    ['NoPlansFound', 'GET /Rates/rateQuote/{dealerNumber}'],
    ['plans found', 'GET /Rates/rateQuote/{dealerNumber}'],
    ['contracts:finalize', 'POST /contracts/{contractId}/finalize'],
    ['post /contracts', 'POST /contracts'],
    ['odometer cancel', 'POST /contracts/{contractId}/cancelrequests'],
    ['RETAILPRICE', 'POST /contracts'],
    ['idempotency', 'POST /cashtransactions'],
  ])('%s finds %s', (query, key) => {
    expect(found(query)).toContain(key)
    expect(found(query).length).toBeLessThan(operations.length)
  })

  test.each(['xyzzy', 'contract xyzzy', 'post get'])('%s finds nothing', (query) => {
    expect(found(query)).toEqual([])
  })

  test('tells where a word was found, unless it is in the title', () => {
    const places = (query: string, key: string) =>
      [...search(query)].find(([operation]) => keyOf(operation) === key)?.[1]
    expect(places('finalize', 'POST /contracts/{contractId}/finalize')).toEqual([])
    const vin = places('vin', 'POST /contracts') ?? []
    expect(vin.some(({ kind, name }) => kind === 'field' && /\bvin$/.test(name))).toBe(true)
  })
})

describe('the guides', () => {
  const known = operations.map(keyOf)
  const steps = guides.flatMap((guide: { steps: [string, string][] }) => guide.steps.map(([key]) => key))

  test('name operations that exist, and cover selling, cancelling, claims, money and events', () => {
    expect(guides).toHaveLength(5)
    expect(steps.filter((key: string) => !known.includes(key))).toEqual([])
  })
})

describe('a request as code', () => {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Idempotency-Key', 'a "quoted" key'],
  ]
  const body =
    '{"retailPrice": 2995.00, "isDealer": true, "note": null, "names": ["O\'Brien", "李"], "none": []}'
  const post = { method: 'POST', url: 'http://127.0.0.1:8080/contracts?dryRun=true', headers, body }
  const credential = 'Authorization: Bearer $TOKEN'

  test('in JavaScript sends the same request', async () => {
    const sent: { url?: string; init?: RequestInit } = {}
    const fake = async (url: string, init: RequestInit) => {
      Object.assign(sent, { url, init })
      return Response.json({ id: 1 })
    }
    const code = javascriptCode(post, credential)
    const run = new Function('fetch', 'process', `return (async () => { ${code}; return answer })()`)
    expect(await run(fake, { env: { TOKEN: 'secret' } })).toEqual({ id: 1 })
    expect(sent.url).toBe(post.url)
    expect(sent.init).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer secret', ...Object.fromEntries(headers) },
    })
    expect(JSON.parse(String(sent.init?.body))).toEqual(JSON.parse(body))
  })

  test('in JavaScript needs no method for a read', () => {
    const code = javascriptCode({ method: 'GET', url: '/x', headers: [], body: undefined }, null)
    expect(code).not.toMatch(/method|headers|body/)
  })

  test('in Python has the values of Python', () => {
    const code = pythonCode(post, credential)
    expect(code).toContain('requests.post(')
    expect(code).toContain('"Authorization": "Bearer " + os.environ["TOKEN"],')
    expect(code).toContain('"retailPrice": 2995,')
    expect(code).toContain('"isDealer": True,')
    expect(code).toContain('"note": None,')
    expect(code).not.toContain('Content-Type')
    expect(pythonValue({ a: [1, { b: false }] })).toBe(
      '{\n    "a": [\n        1,\n        {\n            "b": False,\n        },\n    ],\n}',
    )
  })

  test('in Python is read by Python, where there is one', () => {
    const python = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
      input: pythonCode(post, credential),
      encoding: 'utf8',
    })
    // Without Python there is nothing to check; the test before this one holds in any case.
    if (python.error === undefined) expect(python.stderr).toBe('')
  })

  test.each([javascriptCode, pythonCode])('a form and a file are sent as such', (write) => {
    const form = new URLSearchParams({ grant_type: 'client_credentials' })
    const type = [['Content-Type', 'application/x-www-form-urlencoded']]
    expect(write({ method: 'POST', url: '/oauth/token', headers: type, body: form }, null)).toContain(
      'client_credentials',
    )
    const file = { name: 'scan.pdf' }
    const pdf = [['Content-Type', 'application/pdf']]
    expect(write({ method: 'PUT', url: '/uploads/x', headers: pdf, body: file }, null)).toContain('scan.pdf')
  })
})
