import type { Screen } from '../ui/screen.ts'
import './claims.css'
import { ClaimsList } from './list/claims-list.tsx'
import { ClaimScreen } from './page/claim-screen.tsx'

/** Claims: the list, entering one, deciding one, and the inspections. */
export const screens: readonly Screen[] = [
  { path: '/claims', needs: 'GET /claims', component: ClaimsList },
  {
    path: '/claims/new',
    needs: 'POST /claims',
    load: async () => (await import('./entry/intake-screen.tsx')).IntakeScreen,
  },
  {
    path: '/inspections',
    needs: 'GET /claims/inspections',
    load: async () => (await import('./inspections/inspections-list.tsx')).InspectionsList,
  },
  {
    path: '/inspections/$id',
    needs: 'GET /claims/inspections/{claimInspectionId}',
    load: async () => (await import('./inspections/inspection-screen.tsx')).InspectionScreen,
  },
  { path: '/claims/$number', needs: 'GET /claims/{claimId}', component: ClaimScreen },
]
