import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PdfFrame } from '../../ui/pdf.tsx'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { useText } from '../text.ts'
import type { CashProps } from './cash-props.ts'

interface Props extends Pick<CashProps, 'cash'> {
  readonly onClose: () => void
}

/** The check with its stub. Each printing is recorded by the service, so it is read once for each opening. */
export function CheckDialog({ cash, onClose }: Props) {
  const t = useText()
  const query = useQuery({
    queryKey: ['check', cash.id, cash.rowVersion],
    queryFn: async ({ signal }) => {
      const path = { cashTransactionId: cash.id }
      return (await call('GET /cashtransactions/{cashTransactionId}/check', { path, signal })).data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const title = t('check.title', { number: cash.checkNumber ?? cash.number })
  return (
    <Dialog title={title} open onClose={onClose} size="large">
      {query.error ? <ErrorPanel error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data ? <PdfFrame title={`check-${cash.number}.pdf`} blob={query.data} /> : null}
      {query.isPending ? <Loading rows={4} /> : null}
    </Dialog>
  )
}
