import { useState } from 'react'
import { saveCsv } from '../../lists/csv.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type ReportName, reports } from '../reports.ts'
import { useText } from '../text.ts'

interface Props {
  readonly name: ReportName
  readonly query: Readonly<Record<string, string>>
}

/** On paper, and as a file. */
export function ReportTools({ name, query }: Props) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const fileName = `${name}.csv`
      // A report is sent as CSV in the same way as a list.
      await saveCsv(reports[name] as never, { query }, fileName)
      toast(t('saved', { name: fileName }))
    } catch (error) {
      toast((error as Error).message, { kind: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="page-actions no-print">
      <Button icon="print" onClick={() => window.print()}>
        {t('print')}
      </Button>
      <Button icon="download" isBusy={isBusy} onClick={() => void save()}>
        {t('csv')}
      </Button>
    </div>
  )
}
