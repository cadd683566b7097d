import type { ColumnType, Generated, JSONColumnType } from 'kysely'

// The columns of the tables, as queries see them. The migrations are what makes them.

type Instant = ColumnType<Date, Date | string, Date | string>

interface Audited {
  created_at: Instant
  created_by: string
  updated_at: Instant
  updated_by: string
  row_version: Generated<number>
}

/** `{type, id}` of what a caller's view is limited to. */
export interface ScopeRow {
  type: string
  id: number
}

type Scopes = JSONColumnType<ScopeRow[], string | undefined, string>

export interface TenantTables {
  account_holder: Audited & {
    id: Generated<number>
    type: string
    number: string
    name: string
    status: Generated<string>
    line1: string | null
    line2: string | null
    city: string | null
    state: string | null
    zip: string | null
    county: string | null
    country: Generated<string>
    effective_date: string
    expiration_date: string | null
  }
  dealer_group: { id: number; parent_group_id: number | null }
  agent: { id: number; parent_agent_id: number | null }
  dealer: { id: number; dealer_group_id: number | null }
  dealer_agent: { dealer_id: number; agent_id: number; role: string }
  portal_visibility_group: Audited & {
    id: Generated<number>
    code: string
    name: string
    description: string | null
    is_active: Generated<boolean>
    product_ids: Generated<number[]>
  }
  portal_visibility_group_dealer: { portal_visibility_group_id: number; dealer_id: number }
  membership_role: { id: Generated<number>; name: string; permissions: string[] }
  membership_group: {
    id: Generated<number>
    name: string
    description: string | null
    portal_visibility_group_id: number | null
  }
  membership_group_role: { membership_group_id: number; membership_role_id: number }
  app_user: Audited & {
    id: Generated<number>
    user_name: string
    email: string
    first_name: string
    last_name: string
    status: string
    account_holder_type: string | null
    account_holder_id: number | null
    password_hash: string | null
    invitation_hash: string | null
    external_provider: string | null
    external_subject: string | null
    mfa_enabled: Generated<boolean>
    totp_secret: string | null
    totp_confirmed: Generated<boolean>
    totp_last_step: number | null
    scopes: Scopes
    last_login_at: Instant | null
  }
  app_user_group: { user_id: number; membership_group_id: number }
  oauth_client: {
    id: Generated<number>
    client_id: string
    secret_hash: Buffer
    name: string
    roles: string[]
    scopes: Scopes
    created_at: Instant
    created_by: string
  }
  api_key: {
    id: Generated<number>
    name: string
    key_hash: Buffer
    last4: string
    roles: string[]
    permissions: string[]
    scopes: Scopes
    maker_kind: string
    maker_id: number
    expires_at: Instant | null
    created_at: Instant
    created_by: string
  }
  session: { token_hash: Buffer; user_id: number; expires_at: Instant }
}

export interface PlatformTables {
  'platform.tenant': {
    id: Generated<number>
    number: string
    name: string
    schema_name: string
    time_zone: string
    is_sandbox: Generated<boolean>
    created_at: Instant
  }
  'platform.credential': { kind: CredentialKind; lookup: string; tenant_id: number }
  'platform.sign_in_failure': { name: string; address: string; at: Instant }
  'platform.sandbox_clock': { only_row: Generated<boolean>; stands_at: Instant | null }
}

export type CredentialKind = 'Client' | 'User' | 'ApiKey' | 'Session'
