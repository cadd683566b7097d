import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { projectRoot } from '../../src/db/project-root.ts'
import { testService } from '../support/service/app.ts'
import { type Ran, runCommand } from '../support/service/run-command.ts'
import { freePort } from '../support/service/service-process.ts'
import { temporaryFolder } from '../support/service/temporary-folder.ts'
import { isSoak } from '../support/service/trials.ts'

// docs/getting-started.md as a new administrator follows it. The soak runs it as it is printed, in production. `npm test`
// runs its commands in this process, and sells the same contract.

const guide = readFileSync(join(projectRoot, 'docs', 'getting-started.md'), 'utf8')
const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')
const service = await testService()
const folder = mkdtempSync(join(tmpdir(), 'bulwark-guide-'))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  // The next file shares the database, and knows one administrator.
  const { platform } = service.databases
  await run(platform, 'drop schema if exists tenant_acme cascade', [])
  await run(platform, `delete from platform.migration where schema_name = 'tenant_acme'`, [])
  for (const table of ['credential', 'tenant'])
    await run(
      ...([
        platform,
        `delete from platform.${table} where ${table === 'tenant' ? 'id' : 'tenant_id'} in
        (select id from platform.tenant where number = 'ACME')`,
        [],
      ] as const),
    )
})

/** The commands of the guide: their words, and the file that the output goes to. */
const commands = blocks
  .flatMap((block) => block.split('\n'))
  .filter((line) => line.startsWith('bulwark '))
  .map((line) => {
    const words = (line.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((word) => word.replaceAll('"', ''))
    const here = words.map((word) => word.replace('$BULWARK_DATA', folder))
    const at = here.indexOf('>')
    return at < 0 ? { args: here } : { args: here.slice(0, at), output: here[at + 1] }
  })

/** Commands that only look have tests of their own, and `verify` comes after the sale. */
const isRunHere = ({ args: [first, second = ''] }: { readonly args: readonly string[] }) =>
  first === 'version' || ['create', 'list', 'apply'].includes(second)

test('the commands make an administrator that sells', async () => {
  const ran = new Map<string, Ran>()
  cpSync(join(projectRoot, 'books', 'starter'), join(folder, 'acme'), { recursive: true })
  for (const { args, output } of commands.filter(isRunHere)) {
    const result = await runCommand(service, folder, args)
    expect(result.code, `${args.join(' ')}: ${result.out}`).toBe(0)
    if (output) writeFileSync(output, result.out)
    ran.set(args.slice(0, 2).join(' '), result)
  }
  expect(ran.get('version')?.out).toMatch(
    /^bulwark \d+\.\d+\.\d+.*\ntables: \d+ of an administrator, \d+ of the platform\n/,
  )
  expect(ran.get('tenant list')?.out).toContain('ACME  Acme Plans  America/Chicago  tenant_acme\n')
  expect(ran.get('accountholders apply')?.out).toMatch(
    /Dealer DLR1: new: Crossroads Ford\n[\s\S]*11 new, 1 changed, 0 unchanged\./,
  )
  expect(ran.get('ratebook apply')?.out).toContain('The rate book is live as version 1.')

  const { clientId, clientSecret } = JSON.parse(readFileSync(join(folder, 'operations.json'), 'utf8'))
  const signIn = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  })
  const token = await fetch(`${service.url}/oauth/token`, { method: 'POST', body: signIn })
  const answer = await token.text()
  expect(token.status, answer).toBe(200)
  const { access_token: staff } = JSON.parse(answer) as { access_token: string }
  const call = async (bearer: string, path: string, body?: object) => {
    const response = await fetch(`${service.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...{ authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        'idempotency-key': randomUUID(),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    expect(response.ok, `${path}: ${text}`).toBe(true)
    return JSON.parse(text)
  }
  const [{ id: dealerId }] = await call(staff, '/dealers?number=DLR1')
  const scopes = [{ type: 'Dealer', id: dealerId }]
  const { key } = await call(staff, '/apikeys', { name: 'Crossroads Ford', roles: ['Dealer'], scopes })
  const [, asked = ''] = /"localhost:\$PORT(\/Rates\/rateQuote\/[^"]+)"/.exec(guide) ?? []
  const quote = await call(key, asked)
  const [, sale = ''] = /-d '(\{\n {2}"rateId"[\s\S]*?\n\})'/.exec(guide) ?? []
  const { rateId } = quote.products[0].programs[0].plans[0].rates[0]
  const sold = await call(key, '/contracts', JSON.parse(sale.replace(`'"$RATE"'`, rateId)))
  expect(sold).toMatchObject({ status: 'Pending', dealer: { number: 'DLR1' }, retailPrice: 1395 })
  expect(await call(staff, `/contracts/${sold.id}/finalize`, {})).toMatchObject({ status: 'Active' })
})

if (isSoak)
  test('the guide works as it is printed, in production', async () => {
    const home = temporaryFolder('bulwark-guide-')
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const port = await freePort()
    // A guide that fails must not leave the service behind.
    const begin = ['set -euo pipefail', `trap 'kill $(jobs -p) 2> /dev/null || true; wait' EXIT`]
    const script = [...begin, ...blocks].join('\n').replace('PORT=8081', `PORT=${port}`)
    const began = Date.now()
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      ...{ cwd: projectRoot, env: { ...process.env, HOME: home } },
    })
    console.log(`The guide took ${((Date.now() - began) / 1_000).toFixed(0)} s`)
    expect(stdout).toContain('The cancel rules already match the file.')
    expect(stdout).toContain('11 new, 1 changed, 0 unchanged.')
    expect(stdout).toContain('\nann@acme.example\n')
    expect(stdout).toContain('\nActive\n')
    expect(stdout).toMatch(/ACME: the audit chain is intact \(\d+ records\)\./)
    expect(stdout).toContain('ACME: the books agree')
  }, 300_000)
