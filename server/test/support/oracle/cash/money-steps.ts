import { withKey } from '../../builders/contracts.ts'
import * as effects from './effects.ts'
import { addDays, type Cash, type Part, rowsOf } from './model.ts'
import * as rules from './rules.ts'
import { chosen, type Doing, dollars, holderOf, nth, someAmount } from './world.ts'

// Steps that move money, or prepare it.

export const post: Doing = async (world, step) => {
  const { model, staff } = world
  const { which, how, much } = step
  const holder = holderOf(world, step)
  const rows = chosen(world, holder, step)
  const parts: Part[] = rows.map((row) => ({ row: row.id, amount: someAmount(row, step) }))
  const receipts = rules.used(model, 'Receipt', parts)
  const type = receipts === 0 ? (which % 2 ? 'Receipt' : 'Payment') : receipts > 0 ? 'Receipt' : 'Payment'
  const applied = receipts < 0 ? -receipts : receipts
  const method = applied === 0 && parts.length > 0 ? 'Netting' : how % 2 ? 'Check' : 'Wire'
  const extra = how % 3 === 0 ? 100 * (1 + (much % 50)) : 0
  const asked: rules.Post = {
    ...{ type, method, holder, parts, amount: method === 'Netting' ? 0 : Math.max(1, applied + extra) },
    date: how % 37 === 36 ? addDays(model.today, 1) : addDays(model.today, -(much % 4) * (how % 3)),
    checkNumber: how % 2 ? `C${much % 2}` : null,
    allowUnapplied: how % 3 === 0 && much % 10 > 0,
  }
  const details = parts.map(({ row, amount }) => ({ ledgerId: row, amount: dollars(amount) }))
  const { checkNumber, allowUnapplied, date, amount } = asked
  return {
    text: `post ${JSON.stringify(asked)}`,
    answer: await staff.post(
      '/cashtransactions',
      {
        type,
        method,
        accountHolderId: holder,
        date,
        amount: dollars(amount),
        details,
        checkNumber,
        allowUnapplied,
      },
      withKey(),
    ),
    expected: rules.postFaults(model, asked),
    follow({ id }) {
      const cash: Cash = {
        id,
        type,
        method,
        checkNumber,
        holder,
        date,
        amount,
        applied: 0,
        status: 'Posted',
        parts: [],
      }
      effects.post(model, cash, date, parts)
    },
  }
}

export const apply: Doing = async (world, step) => {
  const { model, staff } = world
  const { which, how } = step
  const all = [...model.cash.values()]
  const cash = nth(
    how % 9 === 8 ? all : all.filter((one) => one.amount > one.applied && one.status === 'Posted'),
    which,
  )
  if (!cash) return undefined
  let left = cash.amount - cash.applied
  const parts: Part[] = []
  for (const row of chosen(world, cash.holder, step)) {
    const amount = how % 8 === 7 ? someAmount(row, step) : Math.min(left, someAmount(row, step))
    if (amount <= 0) break
    parts.push({ row: row.id, amount })
    left -= amount
  }
  if (parts.length === 0) return undefined
  const applyDetails = parts.map(({ row, amount }) => ({ ledgerId: row, amount: dollars(amount) }))
  return {
    text: `apply ${cash.id} ${JSON.stringify(parts)}`,
    answer: await staff.patch(`/cashtransactions/${cash.id}`, { applyDetails }),
    expected: rules.applyFaults(model, cash, parts),
    follow: () => effects.applyLater(model, cash, parts),
  }
}

export const clear: Doing = async ({ model, staff }, { which }) => {
  const cash = nth([...model.cash.values()], which)
  if (!cash) return undefined
  return {
    text: `clear ${cash.id}`,
    answer: await staff.patch(`/cashtransactions/${cash.id}`, { clearedDate: model.today }),
    expected: cash.status === 'Posted' ? [] : ['InvalidTransition'],
    follow: () => {
      cash.status = 'Cleared'
    },
  }
}

export const end: Doing = async ({ model, staff }, { which, how, much }) => {
  const all = [...model.cash.values()]
  const cash = nth(
    how % 6 === 5 ? all : all.filter(({ status }) => status === 'Posted' || status === 'Cleared'),
    which,
  )
  if (!cash) return undefined
  const status = how % 2 ? 'Returned' : 'Voided'
  const [fee, hold] = [much % 3 > 0, much % 2 > 0]
  return {
    text: `${status} ${cash.id}, fee ${fee}, hold ${hold}`,
    answer: await staff.patch(`/cashtransactions/${cash.id}`, {
      ...{ status, reason: 'Trial', chargeNsfFee: fee, placeHold: hold },
    }),
    expected: rules.endFaults(cash),
    follow: () => effects.end(model, cash, { status, fee, hold }),
  }
}

export const stage: Doing = async (world, step) => {
  const { model, staff } = world
  const holder = holderOf(world, step)
  const rows = chosen(world, holder, step)
  const kinds = new Set(rows.map((row) => row.direction))
  const direction = kinds.size > 1 || step.much % 5 === 4 ? 'Net' : (rows[0]?.direction ?? 'Receive')
  const ids = rows.map(({ id }) => id)
  return {
    text: `stage ${direction} of ${holder}: ${ids}`,
    answer: await staff.post('/inprocesscashtransactions', {
      accountHolderId: holder,
      direction,
      ledgerIds: ids,
    }),
    expected: rules.stageFaults(model, { holder, direction }, ids),
    follow: ({ id }) =>
      effects.stage(model, { id, holder, direction, isProcessed: false, createdOn: model.today }, ids),
  }
}

/** A dealer's office names the whole cost of a contract by one row, and may do nothing else with money. */
export const office: Doing = async ({ model, staff, office: caller, holders }, { which, how }) => {
  const dealer = holders[0] ?? 0
  const contract = nth(
    [...model.contracts.values()].filter((one) => one.dealer === dealer),
    which,
  )
  if (!contract) return undefined
  const lines = rowsOf(model, contract.id).filter(
    (row) => row.isCost && row.offsetOf === null && row.status !== 'Voided',
  )
  const [first] = lines
  if (!first) return undefined
  const batch = [...model.batches.values()].at(-1)
  if (how % 4 === 3 && batch)
    return {
      text: `office processes ${batch.id}`,
      answer: await caller.post(
        `/inprocesscashtransactions/${batch.id}/processrequests`,
        { amountConfirmed: 1 },
        withKey(),
      ),
      expected: ['Forbidden'],
    }
  const isStaged = lines.some(({ status }) => status === 'InProcess')
  const free = lines.filter(
    (row) => rules.stageFaults(model, { holder: dealer, direction: 'Receive' }, [row.id]).length === 0,
  )
  const answer = await caller.post('/inprocesscashtransactions', {
    ...{ accountHolderId: dealer, direction: 'Receive', ledgerIds: [first.id] },
  })
  if (/RESERVE|PREMTAX/.test(answer.text)) throw new Error(`The office sees lines of cost: ${answer.text}`)
  return {
    ...{ text: `office stages ${contract.id} by ${first.id}`, answer },
    expected: isStaged ? ['LedgerInOtherBatch'] : free.length === 0 ? ['LedgerNotOpen'] : [],
    async follow({ id }) {
      const ids = free.map((row) => row.id)
      effects.stage(
        model,
        { id, holder: dealer, direction: 'Receive', isProcessed: false, createdOn: model.today },
        ids,
      )
      await staff.get(`/inprocesscashtransactions/${id}`)
    },
  }
}

export const drop: Doing = async ({ model, staff }, { which, how }) => {
  const all = [...model.batches.values()]
  const batch = nth(how % 5 === 4 ? all : all.filter(({ isProcessed }) => !isProcessed), which)
  if (!batch) return undefined
  return {
    text: `delete batch ${batch.id}`,
    answer: await staff.delete(`/inprocesscashtransactions/${batch.id}`),
    expected: batch.isProcessed ? ['AlreadyProcessed'] : [],
    follow: () => effects.dropBatch(model, batch),
  }
}

export const process: Doing = async ({ model, staff }, { which, how, much }) => {
  const all = [...model.batches.values()]
  const batch = nth(how % 9 === 8 ? all : all.filter(({ isProcessed }) => !isProcessed), which)
  if (!batch) return undefined
  const net = rules.netOf(model, batch)
  const due = net < 0 ? -net : net
  const gap = [0, 0, 0, -(much % 400), much % 400, -(much * 7), much * 5, much % 1200][how % 8] ?? 0
  const given: rules.Processing = {
    confirmed: how % 17 === 16 ? due + 1 : due,
    received: due + gap > 0 ? due + gap : due,
    writeOff: much % 3 === 0,
    date: how % 29 === 28 ? addDays(model.today, 2) : addDays(model.today, -(much % 3)),
    checkNumber: how % 2 ? `C${much % 2}` : null,
  }
  const { confirmed, received, writeOff, date, checkNumber } = given
  return {
    text: `process ${batch.id} ${JSON.stringify(given)}`,
    answer: await staff.post(
      `/inprocesscashtransactions/${batch.id}/processrequests`,
      {
        ...{
          amountConfirmed: dollars(confirmed),
          writeOffDifference: writeOff,
          effectiveDate: date,
          checkNumber,
        },
        ...(received === due ? {} : { amountReceived: dollars(received) }),
      },
      withKey(),
    ),
    expected: rules.processFaults(model, batch, given),
    follow: ({ cashTransactionIds: [id] }) => effects.processBatch(model, batch, given, id),
  }
}
