// The columns that rows are inserted and updated by, so that a mistyped one does not compile. The migrations are
// what makes the tables; columns that have a default are optional here.

interface Audited {
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
  row_version?: number
}

/** A `jsonb` column is written as text. */
type Json = string

export interface TenantTables {
  account_holder: Audited & {
    id?: number
    type: string
    number: string
    name: string
    status?: string
    line1?: string | null
    line2?: string | null
    city?: string | null
    state?: string | null
    zip?: string | null
    county?: string | null
    country?: string
    effective_date: string
    expiration_date?: string | null
  }
  portal_visibility_group: Audited & {
    id?: number
    code: string
    name: string
    description?: string | null
    is_active?: boolean
    product_ids?: readonly number[]
  }
  app_user: Audited & {
    id?: number
    user_name: string
    email: string
    first_name: string
    last_name: string
    status: string
    account_holder_type?: string | null
    account_holder_id?: number | null
    password_hash?: string | null
    invitation_hash?: string | null
    external_provider?: string | null
    external_subject?: string | null
    mfa_enabled?: boolean
    totp_secret?: string | null
    totp_confirmed?: boolean
    totp_last_step?: number | null
    scopes?: Json
    last_login_at?: Date | null
  }
  oauth_client: {
    id?: number
    client_id: string
    secret_hash: Buffer
    name: string
    roles: readonly string[]
    scopes?: Json
    created_at: Date
    created_by: string
  }
  api_key: {
    id?: number
    name: string
    key_hash: Buffer
    last4: string
    roles: readonly string[]
    permissions: readonly string[]
    scopes?: Json
    maker_kind: string
    maker_id: number
    expires_at?: Date | string | null
    created_at: Date
    created_by: string
  }
}
