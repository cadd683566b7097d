import { rateIdOfR1 } from '../../builders/contracts.ts'
import { setClock } from '../../builders/held-contracts.ts'
import type { TestService } from '../../service/app.ts'
import { holderId } from '../../service/sandbox.ts'
import { balanceFaults, differences, type Seen, verificationFaults } from './compare.ts'
import { cancel, clock, close, edit, finalize, manual, sell, voidRow } from './ledger-steps.ts'
import { newModel } from './model.ts'
import { apply, clear, drop, end, office, post, process, stage } from './money-steps.ts'
import { type Doing, nth, type Step, type World } from './world.ts'

// Random steps: each asks the model what must happen, asks the service, and lets the model follow.

const doings: Readonly<Record<string, Doing>> = {
  ...{ sell, finalize, post, apply, clear, end, stage, office, drop, process, cancel, edit, voidRow, manual },
  ...{ close, clock },
}
export const names = Object.keys(doings)

/** How often each step is tried: money moves most. */
const weights: Readonly<Record<string, number>> = {
  ...{ post: 5, apply: 3, end: 3, stage: 4, process: 5, finalize: 2, close: 2, clock: 2 },
}
const lottery = names.flatMap((name) => Array.from({ length: weights[name] ?? 1 }, () => name))

export interface Taken {
  readonly name: string
  /** The code of the refusal, or nothing. */
  readonly code: string
  readonly faults: readonly string[]
}

export interface Trial {
  take(step: Step): Promise<Taken>
  /** What was asked so far. */
  story(): readonly string[]
  /** The books on every day on which something counts. */
  everyDay(): Promise<string[]>
}

/** A trial on an empty ledger. */
export async function openSteps(service: TestService): Promise<Trial> {
  const model = newModel('2024-03-15')
  await setClock(service, `${model.today}T15:00:00Z`)
  const staff = service.api.as('sandbox-admin')
  const [first, second] = [
    await holderId(service, 'Dealer', 'D1001'),
    await holderId(service, 'Dealer', 'D1002'),
  ]
  const world: World = {
    ...{ service, staff, model, office: service.api.as('sandbox-office-d1001') },
    holders: [first, second, await holderId(service, 'Agent', 'A100')],
    rateIds: [await rateIdOfR1(staff, 'D1001'), await rateIdOfR1(staff, 'D1002')],
  }
  const said: string[] = []
  let seen: Seen = { ledgers: [] }
  return {
    story: () => said,
    async take(step) {
      const name = step.what < names.length ? (names[step.what] ?? '') : (nth(lottery, step.what) ?? '')
      model.reopened.clear()
      const asked = await doings[name]?.(world, step)
      if (!asked) return { name: 'nothing', code: '', faults: [] }
      const { answer, expected, follow, text } = asked
      const code = answer.status < 300 ? '' : String(answer.body.code)
      said.push(`${text} → ${answer.status} ${code}`)
      const isExpected = code === '' ? expected.length === 0 : expected.includes(code)
      if (!isExpected) return { name, code, faults: [`expected ${expected}, got ${answer.text}`] }
      if (code === '') await follow?.(answer.body)
      const after = await differences(staff, model, seen)
      seen = after.seen
      return { name, code, faults: after.faults }
    },
    async everyDay() {
      const days = [...new Set(model.entries.map(({ day }) => day))]
      const faults: string[] = []
      for (const day of days)
        faults.push(...(await balanceFaults(staff, model, day)), ...(await verificationFaults(staff, day)))
      return faults
    },
  }
}
