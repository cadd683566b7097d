import type { RehearsedOffers, RehearsedQuote } from '../../../sdk/src/types.gen.ts'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'

/** Why quotes would get no offer any more, or one at last, with some of them. */
export function LostQuotes({ offers }: { readonly offers: RehearsedOffers }) {
  const t = useText()
  const format = useFormat()
  return (
    <div className="stack">
      <Table
        label={t('lost.reasons')}
        layout="table"
        rows={offers.reasons}
        rowKey={({ rule, message }) => `${rule} ${message}`}
        columns={[
          { key: 'message', title: t('lost.reason'), isWrapping: true, cell: ({ message }) => message },
          { key: 'rule', title: t('lost.rule'), cell: ({ rule }) => <code>{rule}</code> },
          {
            key: 'quotes',
            title: t('rehearsed.quotes'),
            isNumeric: true,
            cell: ({ quotes }) => format.count(quotes),
          },
        ]}
      />
      <ul className="rates-samples" aria-label={t('lost.samples')}>
        {offers.samples.map((sample) => (
          <li key={sample.quoteId}>
            <Sample sample={sample} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Sample({ sample }: { readonly sample: RehearsedQuote }) {
  const t = useText()
  const format = useFormat()
  const { vehicle, dealerNumber, saleDate, reasons } = sample
  const words = [vehicle.year, vehicle.make, vehicle.model].filter((part) => part !== null).join(' ')
  return (
    <details>
      <summary>
        {t('lost.sample', {
          vehicle: words || '—',
          miles: format.miles(vehicle.odometer),
          dealer: dealerNumber,
          date: format.date(saleDate),
        })}
      </summary>
      <ul>
        {reasons.map((reason) => (
          <li
            key={[reason.productCode, reason.programCode, reason.planCode, reason.rule, reason.message].join(
              ' ',
            )}
          >
            {[reason.programCode, reason.planCode].filter((part) => part !== null).join(' ')} {reason.message}
          </li>
        ))}
      </ul>
    </details>
  )
}
