import type { Db } from '../../db/database.ts'
import { type ContractGroup, groupsOf } from '../../domain/contract/coverage.ts'
import { amountOf } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import type { LiveBooks } from '../../rates/book/live-book.ts'
import { componentLimit } from '../record/limits.ts'
import type { ContractRow } from '../record/rows.ts'
import { seeContract } from '../record/see-contract.ts'
import type { ComponentModel, CoverageGroupModel } from './coverage-models.ts'

interface Asking {
  readonly db: Db
  readonly caller: Caller
  readonly contractId: number
}

/** Every component of the product that was sold, with whether the contract covers it. */
export async function listComponents(books: LiveBooks, asking: Asking): Promise<ComponentModel[]> {
  const { row, groups } = await loadCoverage(books, asking)
  return groups.flatMap((group) => componentsOf(row, group))
}

/** The groups that the contract covers. */
export async function listGroups(books: LiveBooks, asking: Asking): Promise<CoverageGroupModel[]> {
  const { row, groups } = await loadCoverage(books, asking)
  return groups
    .filter(({ isCovered }) => isCovered)
    .map((group) => ({
      id: group.id,
      code: group.code,
      name: group.name,
      components: componentsOf(row, group),
      viaSurcharge: group.viaSurcharge,
    }))
}

/** What was sold is kept with the contract; what there is besides is in the book that it was sold with. */
async function loadCoverage(books: LiveBooks, { db, caller, contractId }: Asking) {
  const row = await seeContract(db, caller, contractId)
  const live = await books.findVersion(caller, row.book_version)
  const product = live?.book.products.find(({ id }) => id === row.product_id)
  if (!live || !product) throw new Error(`The book that contract ${contractId} was sold with is not there.`)
  return { row, groups: groupsOf(product, live.book.coverageGroups, row.sold) }
}

const componentsOf = (row: ContractRow, group: ContractGroup): ComponentModel[] =>
  group.components.map(({ id, code, name }) => {
    const limit = group.isCovered ? componentLimit(row, code) : null
    return {
      ...{ id, code, name, coverageGroupId: group.id, groupCode: group.code, isCovered: group.isCovered },
      limit: limit === null ? null : amountOf(limit),
    }
  })
