import { useState } from 'react'
import type { AchFile, CashTransaction } from '../../../sdk/src/types.gen.ts'
import { ActionPanel } from '../../actions/action-panel.tsx'
import { useGo } from '../../api/address.ts'
import { ApiError } from '../../api/client.ts'
import { useCan, useToday } from '../../api/session.ts'
import { useAllRows } from '../../lists/all-rows.ts'
import { nameOf } from '../../lists/holder-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CheckField, DateField } from '../../ui/fields/field.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** What the next file would hold. All that waits is in it unless some of it is left out. */
export function MakeFile() {
  const t = useText()
  const can = useCan()
  const [isPrenote, setPrenote] = useState(false)
  const waiting = useAllRows('GET /v2/cashtransactions', {
    query: { method: ['ACH'], status: ['Posted'], sortBy: 'date', sortDirection: 'Asc' },
  })
  const mayMake = can('POST /achfiles')
  return (
    <div className="stack">
      <CheckField
        label={t('ach.prenotes')}
        name="/prenotes"
        value={isPrenote}
        onChange={setPrenote}
        hint={t('ach.prenotesHint')}
      />
      {isPrenote && mayMake ? (
        <MakePanel body={{ prenotes: true }} />
      ) : (
        <Await query={waiting}>
          {(found) => {
            const rows = found.filter(({ achFileId }) => achFileId === null)
            if (rows.length === 0)
              return <Empty title={t('ach.nothing')} why={t('ach.nothingWhy')} icon="check" />
            return <Waiting rows={rows} mayMake={mayMake} />
          }}
        </Await>
      )}
    </div>
  )
}

interface WaitingProps {
  readonly rows: readonly CashTransaction[]
  readonly mayMake: boolean
}

/** The cash that waits for a file. What is not ticked waits for the next one. */
function Waiting({ rows, mayMake }: WaitingProps) {
  const t = useText()
  const format = useFormat()
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const ticked = rows.map(({ id }) => id).filter((id) => !leftOut.has(id))
  return (
    <>
      <Panel title={t('ach.waiting')} isFlush>
        <Table
          label={t('ach.waiting')}
          rows={rows}
          rowKey={({ id }) => id}
          ticked={new Set(ticked)}
          onTick={(chosen) => setLeftOut(new Set(rows.map(({ id }) => id).filter((id) => !chosen.has(id))))}
          columns={[
            {
              key: 'number',
              title: t('column.number'),
              cell: ({ id, number }) => <Link to={`/money/cash/${id}`}>{number}</Link>,
            },
            { key: 'type', title: t('field.type'), cell: ({ type }) => t(`cashType.${type}`) },
            { key: 'holder', title: t('holder'), cell: ({ accountHolder }) => nameOf(accountHolder) },
            { key: 'date', title: t('field.date'), cell: ({ date }) => format.date(date) },
            {
              key: 'amount',
              title: t('column.amount'),
              isNumeric: true,
              cell: ({ amount }) => format.money(amount),
            },
          ]}
        />
      </Panel>
      {mayMake && (
        <MakePanel
          body={leftOut.size === 0 ? {} : { cashTransactionIds: ticked }}
          isEmpty={ticked.length === 0}
          onLeaveOut={(ids) => setLeftOut(new Set([...leftOut, ...ids]))}
        />
      )}
    </>
  )
}

interface MakeProps {
  readonly body: { readonly cashTransactionIds?: readonly number[]; readonly prenotes?: boolean }
  readonly isEmpty?: boolean
  readonly onLeaveOut?: (ids: readonly number[]) => void
}

/** The cash that the service would refuse to put into a file. */
function refusedBy(error: unknown): readonly number[] {
  const ids = error instanceof ApiError ? error.problem.cashTransactionIds : undefined
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : []
}

function MakePanel({ body, isEmpty = false, onLeaveOut }: MakeProps) {
  const t = useText()
  const format = useFormat()
  const go = useGo()
  const today = useToday()
  const [effectiveEntryDate, setDate] = useState('')
  return (
    <Panel title={t('ach.make')}>
      <ActionPanel
        operation="POST /achfiles"
        options={
          isEmpty
            ? undefined
            : { body: { ...body, ...(effectiveEntryDate === '' ? {} : { effectiveEntryDate }) } }
        }
        notReady={t('ach.tickFirst')}
        fields={
          <div className="form-grid">
            <DateField
              label={t('ach.date')}
              name="/effectiveEntryDate"
              value={effectiveEntryDate}
              min={today}
              onChange={setDate}
              hint={t('ach.dateHint')}
            />
          </div>
        }
        wayOut={(error) => {
          const ids = refusedBy(error)
          if (ids.length === 0 || !onLeaveOut) return undefined
          return (
            <Button onClick={() => onLeaveOut(ids)}>
              {t('ach.leaveOut', { count: format.count(ids.length) })}
            </Button>
          )
        }}
        summary={(file) => <FileFacts file={file} />}
        mainTitle={(file) =>
          file
            ? t('ach.makeOf', {
                count: format.count(file.entryCount),
                paid: format.money(file.totalCredit),
                collected: format.money(file.totalDebit),
              })
            : t('ach.make')
        }
        doneText={({ fileName }) => t('ach.made', { name: fileName })}
        onDone={({ data }) => go(`/money/ach/${data.id}`)}
      />
    </Panel>
  )
}

/** What a file holds, as the service counts it. */
export function FileFacts({ file }: { readonly file: AchFile }) {
  const t = useText()
  const format = useFormat()
  return (
    <Facts
      items={[
        { label: t('ach.date'), value: format.date(file.effectiveEntryDate) },
        { label: t('ach.entries'), value: format.count(file.entryCount), testid: 'ach-entries' },
        { label: t('ach.batches'), value: format.count(file.batchCount) },
        { label: t('ach.credit'), value: format.money(file.totalCredit), testid: 'ach-credit' },
        { label: t('ach.debit'), value: format.money(file.totalDebit), testid: 'ach-debit' },
        { label: t('ach.hash'), value: String(file.entryHash) },
        file.isPrenote && { label: t('ach.kind'), value: t('ach.isPrenote') },
      ]}
    />
  )
}
