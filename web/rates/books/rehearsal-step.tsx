import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { DateField, NumberField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loading } from '../../ui/states.tsx'
import { useText } from '../setup-text.ts'
import type { BookFile } from './book-files.ts'
import { RehearsalView } from './rehearsal-view.tsx'
import { useSent } from './use-sent.ts'

const MOST = 1_000

/** Rates the last quotes with both books: how prices move, who would get no offer any more, and why. */
export function RehearsalStep({ files }: { readonly files: readonly BookFile[] }) {
  const t = useText()
  const { run, data, error, isRunning } = useSent('POST /Rates/books/rehearsals')
  const [quotes, setQuotes] = useState<number | undefined>(MOST)
  const [saleDate, setSaleDate] = useState('')
  const rehearse = () =>
    void run({
      body: {
        files,
        ...(quotes === undefined ? {} : { quotes }),
        ...(saleDate === '' ? {} : { saleDate }),
      },
    })
  return (
    <Panel title={t('rehearse.title')} id="rehearse" description={t('rehearse.why')}>
      <div className="stack">
        <FaultSummary error={error} />
        <form
          className="rates-filters"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            rehearse()
          }}
        >
          <NumberField
            label={t('rehearse.quotes')}
            name="/quotes"
            hint={t('rehearse.quotesHint')}
            value={quotes}
            onChange={setQuotes}
          />
          <DateField
            label={t('rehearse.saleDate')}
            name="/saleDate"
            hint={t('rehearse.saleDateHint')}
            value={saleDate}
            onChange={setSaleDate}
          />
          <div>
            <Button type="submit" isBusy={isRunning}>
              {t('rehearse.run')}
            </Button>
          </div>
        </form>
        {isRunning ? <Loading rows={6} /> : null}
        {data ? <RehearsalView rehearsal={data} /> : null}
      </div>
    </Panel>
  )
}
