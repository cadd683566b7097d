import { readAhead } from '../api/queries.ts'
import type { Screen } from '../ui/screen.ts'
import './contracts.css'
import { ContractsList } from './list/contracts-list.tsx'
import { ContractPage } from './page/contract-page.tsx'

export const screens: readonly Screen[] = [
  { path: '/contracts', needs: 'GET /v2/contracts', component: ContractsList },
  {
    path: '/contracts/$number',
    needs: 'GET /v2/contracts/{identifier}',
    ahead: ({ number = '' }) => readAhead('GET /v2/contracts/{identifier}', { path: { identifier: number } }),
    component: ContractPage,
  },
]
