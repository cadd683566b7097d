import { useQuery, useSetQuery } from '../../api/address.ts'
import { useCan, useIsPartner, useToday } from '../../api/session.ts'
import { useAllRows } from '../../lists/all-rows.ts'
import { type Filter, Filters } from '../../lists/filters.tsx'
import { HolderField, useHolderName, useOwnHolderId } from '../../lists/holder-field.tsx'
import { SelectField } from '../../ui/fields/field.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { PrintButton } from '../print-button.tsx'
import { useText } from '../text.ts'
import { BatchPanel } from './batch-panel.tsx'
import { type BatchDirection, batchDirections, directionIn } from './directions.ts'
import { useTicks } from './ticks.ts'
import { unpaidItems } from './unpaid.ts'
import { ProductsTable, UnpaidTable } from './unpaid-table.tsx'

/** The register of what is unpaid with an account holder. What is ticked becomes a batch. */
export function RemitScreen() {
  const t = useText()
  const can = useCan()
  const isPartner = useIsPartner()
  const query = useQuery()
  const setQuery = useSetQuery()
  const own = useOwnHolderId()
  const holderId = query.accountHolderId ?? own
  const holderName = useHolderName(holderId)
  // A dealer's office may only stage what it sends. Whoever enters cash may also pay and net.
  const mayPay = can('POST /cashtransactions')
  const direction = mayPay ? directionIn(query.direction) : 'Receive'
  const filters = useFilters(direction)
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-title">
          <h1>{t('remit.title')}</h1>
          {holderName !== undefined && <span className="cash-holder">{holderName}</span>}
        </div>
        <div className="page-actions">{holderId !== '' && <PrintButton />}</div>
      </header>
      <div className="cash-choices no-print">
        {(!isPartner || own === '') && (
          <HolderField
            label={t('holder')}
            name="?accountHolderId"
            value={holderId}
            isRequired
            onChange={(id) => setQuery({ accountHolderId: id || undefined }, 'push')}
          />
        )}
        {mayPay && (
          <SelectField
            label={t('batch.direction')}
            name="?direction"
            isRequired
            value={direction}
            options={batchDirections.map((value) => ({ value, title: t(`batch.${value}`) }))}
            onChange={(chosen) => setQuery({ direction: chosen === 'Receive' ? undefined : chosen }, 'push')}
          />
        )}
      </div>
      {holderId === '' ? (
        <Empty title={t('remit.choose')} why={t('remit.chooseWhy')} icon="money" />
      ) : (
        <>
          <div className="no-print">
            <Filters
              filters={filters}
              query={query}
              main={3}
              onChange={(changes) => setQuery(changes, 'push')}
            />
          </div>
          <Register key={`${holderId} ${direction}`} holderId={Number(holderId)} direction={direction} />
        </>
      )}
    </div>
  )
}

function useFilters(direction: BatchDirection): readonly Filter[] {
  const t = useText()
  return [
    { name: 'saleDateFrom', label: t('filter.saleDateFrom'), kind: 'date' },
    { name: 'saleDateTo', label: t('filter.saleDateTo'), kind: 'date' },
    { name: 'dueBefore', label: t('filter.dueBefore'), kind: 'date' },
    { name: 'contractNumber', label: t('filter.contractNumber'), kind: 'text' },
    { name: 'includeCancels', label: t('filter.includeCancels'), kind: 'flag' },
    ...(direction === 'Receive' ? [{ name: 'ahead', label: t('filter.ahead'), kind: 'flag' } as const] : []),
  ]
}

interface RegisterProps {
  readonly holderId: number
  readonly direction: BatchDirection
}

/** The products say what is unpaid; the rows say for which contracts. */
function Register({ holderId, direction }: RegisterProps) {
  const t = useText()
  const format = useFormat()
  const today = useToday()
  const query = useQuery()
  const { saleDateFrom, saleDateTo, dueBefore, contractNumber } = query
  const oneDirection = direction === 'Net' ? undefined : direction
  const products = useAllRows('GET /ledgers/unpaidLedgersProducts', {
    query: {
      ...{ accountHolderId: holderId, direction: oneDirection, sortBy: 'productName' },
      ...{ saleDateFrom, saleDateTo, dueBefore, contractNumber },
      ...(query.includeCancels === undefined ? {} : { includeCancels: query.includeCancels === 'true' }),
    },
  })
  const paysAhead = direction === 'Receive' && query.ahead === 'true'
  const rows = useAllRows('GET /ledgers', {
    query: {
      ...{ accountHolderId: holderId, isMemo: false, sortBy: 'dueDate', dueBefore, contractNumber },
      ...(oneDirection ? { direction: [oneDirection] } : {}),
      ledgerStatus: paysAhead ? ['Open', 'Pending'] : ['Open'],
    },
  })
  // Kept while the filters change, so that contracts can be found and ticked one after the other.
  const [ticked, setTicked] = useTicks(holderId, direction)
  return (
    <Await query={products}>
      {(listed) => (
        <Await query={rows}>
          {(found) => {
            const items = unpaidItems({ products: listed, rows: found, saleDateFrom, saleDateTo })
            if (items.length === 0)
              return <Empty title={t('remit.none')} why={t('remit.noneWhy')} icon="check" />
            return (
              <>
                <p className="cash-print-only">{t('remit.printed', { date: format.date(today) })}</p>
                <ProductsTable
                  products={listed}
                  items={items}
                  onTick={(keys) => setTicked(new Set([...ticked, ...keys]))}
                />
                <UnpaidTable items={items} direction={direction} ticked={ticked} onTick={setTicked} />
                <BatchPanel
                  holderId={holderId}
                  direction={direction}
                  // What is not listed any more, or not under these filters, is not part of the batch.
                  chosen={items.filter(({ key }) => ticked.has(key))}
                  onMade={() => setTicked(new Set())}
                />
              </>
            )
          }}
        </Await>
      )}
    </Await>
  )
}
