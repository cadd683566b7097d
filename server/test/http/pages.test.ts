import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/db/project-root.ts'
import { startService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

const service = await testService()
const get = (path: string) => service.api.anonymous.get(path)

describe('pages for people', () => {
  test('the home page says what this is and where to go', async () => {
    const { status, headers, text } = await get('/')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const place of ['/docs', '/openapi.json']) expect(text).toContain(place)
    expect(text).not.toContain('{{')
  })

  test('pages load only our own files, and the security headers say so', async () => {
    const names = readdirSync(join(projectRoot, 'server', 'static')).filter((name) => !name.endsWith('.html'))
    for (const path of ['/', '/docs', ...names.map((name) => `/docs/${name}`)]) {
      const { status, headers, text } = await get(path)
      expect(status, path).toBe(200)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'")
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
      expect(headers.get('x-frame-options'), path).toBe('DENY')
      const outside = [
        ...text.matchAll(/(?:src|href|action|import|url|from)\s*[=(]?\s*["'(]?(https?:\/\/[^\s"')]+)/g),
      ]
      expect(
        outside.map((match) => match[1]),
        path,
      ).toEqual([])
    }
  })

  test('every file that a page loads exists', async () => {
    for (const page of ['/', '/docs', '/problems/NotFound']) {
      const { text } = await service.api.anonymous.get(page, { headers: { accept: 'text/html' } })
      const named = [...text.matchAll(/(?:src|href)="(\/[^"#]*)"/g)].map((match) => match[1] ?? '')
      expect(named.length, page).toBeGreaterThan(0)
      for (const path of named) expect((await get(path)).status, `${page} ${path}`).toBe(200)
    }
  })
})

describe('pages for operators', () => {
  test('report that the process is alive and the service is ready', async () => {
    expect((await get('/healthz')).body).toEqual({ status: 'alive' })
    expect((await get('/readyz')).body).toEqual({ status: 'ready' })
  })

  test('count requests by declared path, never by the actual address', async () => {
    const admin = service.api.as('sandbox-admin')
    await admin.get('/portalvisibilitygroups/code/PVG-TX')
    await admin.get('/portalvisibilitygroups/code/very-private')
    await get('/nope/very-private')
    // An answer is counted when it has been sent, which may be a moment after it was read here.
    await expect
      .poll(async () => (await get('/metrics')).text)
      .toMatch(/route="\/portalvisibilitygroups\/code\/\{portalVisibilityGroupCode\}"[^\n]*status="404"/)
    const { headers, text } = await get('/metrics')
    expect(headers.get('content-type')).toContain('text/plain')
    expect(text).toMatch(/route="none"[^\n]*status="404"/)
    expect(text).toContain('http_request_duration_seconds_bucket')
    expect(text).not.toContain('very-private')
  })
})

test('a service without its database is alive, not ready, and sends Retry-After', async () => {
  const away = await startService({ location: { connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' } })
  expect((await away.api.anonymous.get('/healthz')).status).toBe(200)
  expectProblem(await away.api.anonymous.get('/readyz'), 'NotReady')
  const token = await away.api.anonymous.post(
    '/oauth/token',
    'grant_type=client_credentials&client_id=a&client_secret=b',
    {
      'content-type': 'application/x-www-form-urlencoded',
    },
  )
  expectProblem(token, 'NotReady')
  expect(token.headers.get('retry-after')).toBe('2')
  expectProblem(await away.api.with('bw_test_some-key').get('/me'), 'NotReady')
  await away.app.server.close()
  await away.databases.close()
})
