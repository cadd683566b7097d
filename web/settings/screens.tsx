import type { Screen } from '../ui/screen.ts'
import './settings.css'
import { CustomFieldsScreen } from './lists/custom-fields-screen.tsx'
import { ReferenceScreen } from './lists/reference-screen.tsx'
import { RolesScreen } from './roles/roles-screen.tsx'
import { UserPage } from './users/user-page.tsx'
import { UsersScreen } from './users/users-screen.tsx'
import { GroupScreen } from './values/group-screen.tsx'

export const screens: readonly Screen[] = [
  { path: '/settings/users', needs: 'GET /v2/Users', component: UsersScreen },
  { path: '/settings/users/$id', needs: 'GET /v2/Users/{userId}', component: UserPage },
  { path: '/settings/roles', needs: 'GET /permissions', component: RolesScreen },
  { path: '/settings/custom-fields', needs: 'GET /Rates/Products', component: CustomFieldsScreen },
  { path: '/settings/lists', component: ReferenceScreen },
  { path: '/settings/lists/$list', component: ReferenceScreen },
  { path: '/settings/$group', needs: 'GET /generalsettings', component: GroupScreen },
]
