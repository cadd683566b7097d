import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callers, type SandboxCaller } from '../../src/sandbox/crowd/world.ts'
import { livingCallers } from '../../src/sandbox/living/dealers.ts'
import { planSeed } from '../../src/sandbox/seed.ts'
import { endBrowser } from '../support/browser/browser.ts'
import { type CleanOptions, faultsOf } from '../support/browser/clean.ts'
import type { KeptAnswer } from '../support/browser/traffic.ts'
import { openWindow, type PortalWindow, settled } from '../support/browser/window.ts'
import { inDatabase } from '../support/builders/database.ts'
import { ownSandbox, seedAgain } from '../support/builders/own-sandbox.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { TRIED } from './screens.ts'

// Every user over every link. Only the soak runs it.

const service = await testService()
afterAll(endBrowser)

const costCodes = (
  await inDatabase<{ code: string }>(
    service,
    'select distinct code from contract_line where in_dealer_cost',
    [],
  )
).map(({ code }) => code)
/** How deep links are followed: the menu, what its screens show, and what those show. */
const DEPTH = 3
/** Of lists with a link in every row so many are opened. */
const ALIKE = 2

const IN_APP = `[...document.querySelectorAll('a[href^="/app/"]')].map((link) => link.getAttribute('href'))`

/** Links that lead to the same screen with another record. */
const kindOf = (path: string) =>
  path.replace(/[?#].*$/, '').replace(/\/[A-Z]{2,5}-\d+|\/\d+/g, '/…') +
  (/[?&](view|status)=[^&]*/.exec(path)?.[0] ?? '')

/** Opens everything that can be reached by links, and gives what is wrong. */
async function walk(
  window: PortalWindow,
  options: CleanOptions,
): Promise<{ faults: string[]; opened: number }> {
  const faults: string[] = []
  const opened = new Map<string, number>()
  let paths = ['/app/home']
  for (let depth = 0; depth < DEPTH && paths.length > 0; depth += 1) {
    const found = new Set<string>()
    for (const path of paths) {
      const kind = kindOf(path)
      const times = opened.get(kind) ?? 0
      if (times >= ALIKE) continue
      opened.set(kind, times + 1)
      await window.page.goto(path)
      await settled(window)
      for (const fault of await faultsOf(window, { ...options, isWhole: true, skipAxe: times > 0 }))
        faults.push(`${path}: ${fault}`)
      if ((await window.page.getByTestId('forbidden').count()) > 0) faults.push(`${path}: forbidden`)
      if ((await window.page.getByTestId('error').count()) > 0) faults.push(`${path}: error`)
      for (const link of await window.page.evaluate<string[]>(IN_APP)) found.add(link)
      window.traffic.faults.length = 0
      window.traffic.refusals.length = 0
    }
    paths = [...found]
  }
  return { faults, opened: opened.size }
}

/** An administrator has so many links that two minutes pass beside other work. */
const WALK_AT_MOST = 600_000

const STARTED_AT = new Date('2026-11-16T17:00:00Z')
const widthFor = ({ scope }: SandboxCaller) => (scope ? 320 : 1280)

const byName = (list: readonly SandboxCaller[]) => list.map((caller) => [caller.name, caller] as const)

describe.each(byName(callers))('%s', (_, caller) => {
  test(
    `opens every link that it sees, at ${widthFor(caller)} px`,
    () => openEveryLink(service, caller),
    WALK_AT_MOST,
  )
})

describe('in a sandbox that was just started', async () => {
  const sandbox = await ownSandbox()
  beforeAll(() => seedAgain(sandbox, planSeed(STARTED_AT), STARTED_AT), 180_000)
  afterAll(sandbox.close)
  test.each(byName(livingCallers))(
    '%s opens every link that it sees',
    (_, caller) => openEveryLink(sandbox.service, caller),
    WALK_AT_MOST,
  )
})

async function openEveryLink(at: TestService, caller: SandboxCaller): Promise<void> {
  const { name, scope } = caller
  const window = await openWindow(at, { user: name, width: widthFor(caller), height: 720 })
  const answers = window.traffic.keepAnswers()
  const { faults, opened } = await walk(window, { refusals: TRIED })
  expect(opened).toBeGreaterThan(1)
  expect([...new Set(faults)]).toEqual([])
  if (scope) await expectOwnOnly(answers, scope)
  await window.close()
}

/** Another dealer's number stands in no answer, and no answer names a line of dealer cost. An agent sees its own. */
async function expectOwnOnly(
  answers: readonly KeptAnswer[],
  [type, number]: readonly [string, string],
): Promise<void> {
  const codes = costCodes.filter((code) => type !== 'Agent' || code !== 'AGENT')
  const hidden = new RegExp(`"(?:disbursementC|c)ode":"(?:${codes.join('|')})"`)
  for (const { path, body } of answers) {
    if (/^\/(?:app|session)\b/.test(path)) continue
    const text = await body
    expect(hidden.exec(text)?.[0], `${path} shows how the dealer cost is split`).toBeUndefined()
    if (type !== 'Dealer') continue
    const others = new Set((text.match(/"dealerNumber":"[^"]+"/g) ?? []).map((found) => found.slice(16, -1)))
    others.delete(number)
    expect([...others], `${path} names other dealers`).toEqual([])
  }
}
