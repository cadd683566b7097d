import type { Screen } from '../ui/screen.ts'
import './claims.css'
import { IntakeScreen } from './entry/intake-screen.tsx'
import { InspectionScreen } from './inspections/inspection-screen.tsx'
import { InspectionsList } from './inspections/inspections-list.tsx'
import { ClaimsList } from './list/claims-list.tsx'
import { ClaimScreen } from './page/claim-screen.tsx'

/** Claims: the list, entering one, deciding one, and the inspections. */
export const screens: readonly Screen[] = [
  { path: '/claims', needs: 'GET /claims', component: ClaimsList },
  { path: '/claims/new', needs: 'POST /claims', component: IntakeScreen },
  { path: '/inspections', needs: 'GET /claims/inspections', component: InspectionsList },
  {
    path: '/inspections/$id',
    needs: 'GET /claims/inspections/{claimInspectionId}',
    component: InspectionScreen,
  },
  { path: '/claims/$number', needs: 'GET /claims/{claimId}', component: ClaimScreen },
]
