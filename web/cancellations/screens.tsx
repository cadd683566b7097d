import type { Screen } from '../ui/screen.ts'
import { CancelScreen } from './cancel/cancel-screen.tsx'
import './cancellations.css'
import { DeskScreen } from './queue/desk-screen.tsx'
import { NewScreen } from './request/new-screen.tsx'
import { RequestScreen } from './request/request-screen.tsx'

/** The cancel desk: the queue, a quote or request for a contract, and a request. */
export const screens: readonly Screen[] = [
  { path: '/cancellations', needs: 'GET /v2/cancelrequests', component: DeskScreen },
  {
    path: '/cancellations/new',
    needs: 'POST /v2/contracts/{identifier}/cancelrequests',
    component: NewScreen,
  },
  { path: '/cancellations/$number', needs: 'GET /v2/cancelrequests/{identifier}', component: NumberScreen },
]

/** A request by its number, such as CXR-000088, or a cancel by its id, such as cancel-45. */
function NumberScreen({ params }: { readonly params: Record<string, string> }) {
  const cancel = /^cancel-(\d{1,12})$/.exec(params.number ?? '')
  return cancel ? <CancelScreen cancelId={Number(cancel[1])} /> : <RequestScreen params={params} />
}
