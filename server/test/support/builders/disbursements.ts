import { expect } from 'vitest'
import { type Db, run } from '../../../src/db/database.ts'
import type { LineOverride } from '../../../src/domain/rating/request.ts'
import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { holderId, sandboxOf } from '../service/sandbox.ts'
import { rateLists } from './rate-lists.ts'

export interface Disbursements {
  readonly service: TestService
  readonly db: Db
  /** The rate administrator. */
  readonly caller: Caller
  /** The program VSC-STD with its parts. */
  readonly programId: number
  readonly planId: number
  holder(type: string, number: string): Promise<number>
  /** The id of a line of VSC-STD in the book. */
  lineId(code: string): Promise<number>
  /** Applies the waiting changes. */
  apply(): Promise<number>
  /** Requests and applies a change that must succeed, and gives its log. */
  completed(answer: Promise<Answer>): Promise<Answer['body']>
  /** The calculations for a sale of D1001. */
  forSale(saleDate: string): Promise<readonly LineOverride[]>
}

/** The sandbox on its date, without the job that applies changes. */
export async function openDisbursements(): Promise<Disbursements> {
  const lists = await rateLists()
  const { service } = lists
  const { db, tenant } = await sandboxOf(service)
  const caller = service.api.as('sandbox-rates')
  const { books, overrides, disbursements } = service.app.services
  const programId = await lists.idOf('Programs', 'VSC-STD')
  const holder = (type: string, number: string) => holderId(service, type, number)
  return {
    ...{ service, db, caller, programId, holder },
    planId: await lists.planId('VSC1', 'PLATINUM'),
    async lineId(code) {
      const [row] = await run<{ id: number }>(
        db,
        `select id from rate_item where kind = 'disbursement' and path = $1`,
        [`VSC-STD/${code}`],
      )
      return row?.id ?? 0
    },
    apply: () => disbursements.applyAll(),
    async completed(answer) {
      const { status, body, text } = await answer
      expect(status, text).toBe(202)
      await disbursements.applyAll()
      const log = await caller.get(`/Rates/Disbursements/AuditLog/${body.auditLogId}`)
      expect(log.body, log.text).toMatchObject({ status: 'Completed', errors: [] })
      return log.body
    },
    async forSale(saleDate) {
      const live = await books.findLive({ db, tenant })
      const standing = await overrides.load({ db, tenant })
      const [dealerId, agentId, groupId] = await Promise.all([
        holder('Dealer', 'D1001'),
        holder('Agent', 'A100'),
        holder('DealerGroup', 'G100'),
      ])
      return live ? standing.forSale(live.book, { dealerId, agentId, groupId, saleDate }) : []
    },
  }
}

/** The body of a Flat amount. */
export const flat = (amount: number) => ({ type: 'Flat', amount })
