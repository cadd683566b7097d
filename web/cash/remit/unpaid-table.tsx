import type { UnpaidLedgerProduct } from '../../../sdk/src/types.gen.ts'
import { useCan } from '../../api/session.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import type { BatchDirection } from './directions.ts'
import type { UnpaidItem } from './unpaid.ts'

interface ProductsProps {
  readonly products: readonly UnpaidLedgerProduct[]
  readonly items: readonly UnpaidItem[]
  readonly onTick: (keys: readonly string[]) => void
}

/** What is unpaid by product, as the service adds it up. All contracts of a product can be ticked at once. */
export function ProductsTable({ products, items, onTick }: ProductsProps) {
  const t = useText()
  const format = useFormat()
  const keysOf = ({ productId }: UnpaidLedgerProduct) =>
    items.filter((item) => item.productId === productId).map(({ key }) => key)
  const nameOf = ({ productName }: UnpaidLedgerProduct) => productName ?? t('remit.noProduct')
  if (products.length === 0) return null
  return (
    <Panel title={t('remit.products')} isFlush>
      <Table
        label={t('remit.products')}
        rows={products}
        rowKey={({ productId }) => productId ?? 'none'}
        columns={[
          { key: 'product', title: t('column.product'), cell: nameOf },
          {
            key: 'contracts',
            title: t('column.contracts'),
            isNumeric: true,
            cell: ({ contractCount }) => format.count(contractCount),
          },
          {
            key: 'receive',
            title: t('column.owes'),
            isNumeric: true,
            cell: (row) => format.money(row.receive),
          },
          { key: 'pay', title: t('column.isOwed'), isNumeric: true, cell: (row) => format.money(row.pay) },
          { key: 'net', title: t('column.net'), isNumeric: true, cell: (row) => format.money(row.net) },
          { key: 'due', title: t('column.oldestDue'), cell: (row) => format.date(row.oldestDue) },
          {
            key: 'tick',
            title: t('remit.tickAll'),
            isTitleHidden: true,
            cell: (row) => (
              <Button
                size="small"
                kind="quiet"
                aria-label={t('remit.tickProduct', { product: nameOf(row) })}
                onClick={() => onTick(keysOf(row))}
              >
                {t('remit.tickAll')}
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  )
}

interface UnpaidProps {
  readonly items: readonly UnpaidItem[]
  readonly direction: BatchDirection
  readonly ticked: ReadonlySet<string | number>
  readonly onTick: (ticked: ReadonlySet<string | number>) => void
}

/** The contracts that are unpaid, a row each, by product. */
export function UnpaidTable({ items, direction, ticked, onTick }: UnpaidProps) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const isNet = direction === 'Net'
  const contractOf = ({ contract, ledgerType }: UnpaidItem) => {
    if (!contract) return t(`type.${ledgerType}`)
    const number = contract.number ?? String(contract.id)
    return can('GET /v2/contracts/{identifier}') ? <Link to={`/contracts/${number}`}>{number}</Link> : number
  }
  const columns: readonly (Column<UnpaidItem> | false)[] = [
    { key: 'contract', title: t('column.contract'), cell: contractOf },
    {
      key: 'product',
      title: t('column.product'),
      cell: (item) => item.productName ?? t('remit.noProduct'),
    },
    { key: 'date', title: t('column.date'), cell: ({ date }) => format.date(date) },
    {
      key: 'due',
      title: t('column.due'),
      cell: ({ due, isAhead }) =>
        isAhead ? <Tag tone="wait">{t('remit.ahead')}</Tag> : <time dateTime={due}>{format.date(due)}</time>,
    },
    isNet && {
      key: 'receive',
      title: t('column.owes'),
      isNumeric: true,
      cell: ({ receive }) => format.money(receive),
    },
    isNet && { key: 'pay', title: t('column.isOwed'), isNumeric: true, cell: ({ pay }) => format.money(pay) },
    {
      key: 'net',
      title: t(isNet ? 'column.net' : 'column.amount'),
      isNumeric: true,
      cell: (item) => format.money(direction === 'Pay' ? item.pay : item.net),
    },
  ]
  return (
    <Panel
      title={t('remit.unpaid')}
      isFlush
      description={<span className="no-print">{t('remit.unpaidWhy')}</span>}
    >
      <Table
        label={t('remit.unpaid')}
        columns={columns.filter((column) => column !== false)}
        rows={items}
        rowKey={({ key }) => key}
        ticked={ticked}
        onTick={onTick}
      />
    </Panel>
  )
}
