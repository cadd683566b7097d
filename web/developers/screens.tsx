import type { Screen } from '../ui/screen.ts'
import './developers.css'
import { ClockScreen } from './clock/clock-screen.tsx'
import { EventsScreen } from './events/events-screen.tsx'
import { KeysScreen } from './keys/keys-screen.tsx'
import { RunPage } from './runs/run-page.tsx'
import { RunsScreen } from './runs/runs-screen.tsx'
import { WebhookPage } from './webhooks/webhook-page.tsx'
import { WebhooksScreen } from './webhooks/webhooks-screen.tsx'

export const screens: readonly Screen[] = [
  { path: '/developers/keys', needs: 'GET /apikeys', component: KeysScreen },
  { path: '/developers/webhooks', needs: 'GET /webhooks', component: WebhooksScreen },
  { path: '/developers/webhooks/$id', needs: 'GET /webhooks/{webhookId}', component: WebhookPage },
  { path: '/developers/events', needs: 'GET /events', component: EventsScreen },
  { path: '/developers/runs', needs: 'GET /automatic-process-runs', component: RunsScreen },
  { path: '/developers/runs/$guid', needs: 'GET /automatic-process-runs/{guid}', component: RunPage },
  { path: '/developers/clock', needs: 'GET /sandbox/clock', component: ClockScreen },
]
