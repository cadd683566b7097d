import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/db/project-root.ts'
import { type Home, openHome, startScript } from '../support/service/service-process.ts'
import { isSoak, trialSeed } from '../support/service/trials.ts'
import { crashRounds, type Round } from './crash/rounds.ts'

const seed = trialSeed('crash rounds', 'BULWARK_CRASH_SEED')
const MINUTE = 60_000

let home: Home
beforeAll(() => {
  home = openHome()
})
afterAll(() => home.remove())

const lineOf = (round: Round) =>
  `round ${round.number}: killed ${round.killed}, ${round.acknowledged} acknowledged, ${round.unknown} unknown ` +
  `(${round.happened} had happened), ready in ${round.readyMilliseconds} ms`

describe('killed in the middle of writes', () => {
  test(
    'the service loses nothing that it acknowledged, and leaves nothing half done',
    async () => {
      const rounds = await crashRounds({
        rounds: isSoak ? 20 : 1,
        serviceScript: startScript,
        home,
        seed,
        onRound: (round) => console.log(lineOf(round)),
      })
      const report = process.env.BULWARK_SOAK_REPORT
      if (report) writeFileSync(report, JSON.stringify({ seed, rounds }))
      expect(
        rounds.flatMap(({ number, faults }) => faults.map((fault) => `round ${number}: ${fault}`)),
      ).toEqual([])
      expect(rounds.every((round) => round.acknowledged > 0)).toBe(true)
    },
    10 * MINUTE,
  )

  if (isSoak)
    test('the test detects a service that acknowledges before it commits', async () => {
      const serviceScript = join(projectRoot, 'server/test/process/crash/early-acknowledging-service.mjs')
      const [round] = await crashRounds({ rounds: 1, serviceScript, home, seed })
      expect(round?.faults.filter((fault) => fault.endsWith('acknowledged, and lost'))).not.toEqual([])
    })
})
