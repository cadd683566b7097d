// Made from openapi.json by `npm run openapi`. Do not edit.

/** Every operation: what it takes and what it answers. */
export interface Operations {
  /** List the reasons for putting a contract on hold */
  'GET /contracts/holdreasons': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: readonly HoldReason[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the reasons for putting a claim on hold */
  'GET /claims/holdReasons': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: readonly ClaimHoldReason[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the reasons for denying a claim */
  'GET /claims/deniedReasons': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: readonly DeniedReason[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the reasons for ordering an inspection */
  'GET /inspectionreasons': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: readonly ClaimInspectionReason[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the reasons for which an inspection company can reject an order */
  'GET /rejectinspectionreasons': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: readonly RejectInspectionReason[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the types of complaints, causes and corrections */
  'GET /claims/complaintscausescorrectionstypes': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
    }
    answer: readonly CCCType[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the cancel reasons. Newer: /v2/cancelreasons. */
  'GET /cancelreasons': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only reasons for which this party may ask for a cancellation. */
      requestedBy?: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer' | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: readonly CancelReason[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the cancel reasons */
  'GET /v2/cancelreasons': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only reasons for which this party may ask for a cancellation. */
      requestedBy?: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer' | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: PagedResultOfCancelReason
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a cancel reason. Newer: /v2/cancelreasons/{identifier}. */
  'GET /cancelreasons/{cancelReasonId}': {
    path: {
      /** The id of the cancel reason. */
      cancelReasonId: number
    }
    answer: CancelReason
    takes: 'ifNoneMatch'
  }
  /** Read a cancel reason by its id or code */
  'GET /v2/cancelreasons/{identifier}': {
    path: {
      /** The id of the record, or its business number or code. If all are digits, ids are tried first. */
      identifier: string | number
    }
    answer: CancelReason
    takes: 'ifNoneMatch'
  }
  /** List the cancel methods. Newer: /v2/cancelmethods. */
  'GET /cancelmethods': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only methods that are in use for contracts sold in this state. */
      state?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: readonly CancelMethod[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the cancel methods */
  'GET /v2/cancelmethods': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only methods that are in use for contracts sold in this state. */
      state?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: PagedResultOfCancelMethod
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a cancel method. Newer: /v2/cancelmethods/{identifier}. */
  'GET /cancelmethods/{cancelMethodId}': {
    path: {
      /** The id of the cancel method. */
      cancelMethodId: number
    }
    answer: CancelMethod
    takes: 'ifNoneMatch'
  }
  /** Read a cancel method by its id or code */
  'GET /v2/cancelmethods/{identifier}': {
    path: {
      /** The id of the record, or its business number or code. If all are digits, ids are tried first. */
      identifier: string | number
    }
    answer: CancelMethod
    takes: 'ifNoneMatch'
  }
  /** List the complaints */
  'GET /claims/complaints': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | 'categoryCode' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only values of this type: complaint, cause or correction. */
      typeId?: number | undefined
      /** Only values for this part of the vehicle, such as Engine. */
      categoryCode?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only values that follow from this one: the causes of a complaint, or the corrections of a cause. */
      parentId?: number | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      text?: string | undefined
    }
    answer: readonly CCCTypeCategoryValue[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the causes of complaints */
  'GET /claims/causes': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | 'categoryCode' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only values of this type: complaint, cause or correction. */
      typeId?: number | undefined
      /** Only values for this part of the vehicle, such as Engine. */
      categoryCode?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only values that follow from this one: the causes of a complaint, or the corrections of a cause. */
      parentId?: number | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      text?: string | undefined
    }
    answer: readonly CCCTypeCategoryValue[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the corrections of complaints */
  'GET /claims/corrections': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | 'categoryCode' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only values of this type: complaint, cause or correction. */
      typeId?: number | undefined
      /** Only values for this part of the vehicle, such as Engine. */
      categoryCode?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only values that follow from this one: the causes of a complaint, or the corrections of a cause. */
      parentId?: number | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      text?: string | undefined
    }
    answer: readonly CCCTypeCategoryValue[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the valid combinations of complaint, cause and correction */
  'GET /claims/complaintcausecorrections': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'complaintCode' | 'causeCode' | 'correctionCode' | 'categoryCode' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only values for this part of the vehicle, such as Engine. */
      categoryCode?: string | undefined
    }
    answer: readonly ComplaintCauseCorrection[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the settings with their values */
  'GET /generalsettings': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'key' | 'groupId' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only settings of this group. */
      groupId?: number | undefined
      /** Only the setting with this name, such as quoteValidDays. */
      key?: string | undefined
      /** Only settings that apply to one of these: Global, AdminCompany or Product. */
      scope?: readonly ('Global' | 'AdminCompany' | 'Product')[] | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
    }
    answer: readonly GeneralSettingSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the groups of settings */
  'GET /generalsettings/settinggroups': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly GeneralSettingGroup[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** List the types of settings */
  'GET /generalsettings/settingtypes': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'value' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly ('String' | 'Int' | 'Decimal' | 'Bool' | 'Date' | 'Json' | 'Enum')[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Read a setting */
  'GET /generalsettings/{generalSettingId}': {
    path: {
      /** The id of the setting. */
      generalSettingId: number
    }
    answer: GeneralSetting
    takes: 'ifNoneMatch'
  }
  /** Change a setting, or reset it to its default with null; it takes effect at once */
  'PATCH /generalsettings/{generalSettingId}': {
    path: {
      /** The id of the setting. */
      generalSettingId: number
    }
    body: GeneralSettingEditData
    answer: GeneralSetting
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Get an access token with a client id and secret */
  'POST /oauth/token': {
    body: TokenRequest
    answer: TokenAnswer
  }
  /** Sign in with a user name and password; sets the session cookie */
  'POST /session': {
    body: SignIn
    answer: Session
  }
  /** Show who is signed in with the session cookie */
  'GET /session': {
    answer: Session
  }
  /** Sign out */
  'DELETE /session': {
    answer: undefined
  }
  /** Get a code by mail to set a new password */
  'POST /session/password-resets': {
    body: PasswordResetData
    answer: PasswordReset
  }
  /** Show who the caller is and what it may do */
  'GET /me': {
    answer: Me
    takes: 'ifNoneMatch'
  }
  /** Change your password, or set one with an invitation or the code of a reset */
  'PUT /me/password': {
    body: PasswordChange
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Get a secret for one-time codes; it takes effect when a code is confirmed */
  'POST /me/totp': {
    answer: TotpSecret
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Confirm the secret with a code; from then on, sign-in requires a code */
  'PUT /me/totp': {
    body: TotpCode
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Stop using one-time codes */
  'DELETE /me/totp': {
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Get ten recovery codes, for when the authenticator is lost */
  'POST /me/totp/recoverycodes': {
    body: RecoveryCodesData
    answer: RecoveryCodes
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List where you are signed in */
  'GET /me/sessions': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'createdAt' | 'lastUsedAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly OwnSession[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Sign out everywhere else */
  'DELETE /me/sessions': {
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Sign out of one of your sessions */
  'DELETE /me/sessions/{sessionId}': {
    path: {
      /** The id of the session, as GET /me/sessions lists it. */
      sessionId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read how you want to see the portal */
  'GET /me/preferences': {
    answer: Preferences
    takes: 'ifNoneMatch'
  }
  /** Say how you want to see the portal */
  'PUT /me/preferences': {
    body: PreferencesData
    answer: Preferences
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the OAuth clients */
  'GET /oauthclients': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
    }
    answer: readonly OAuthClient[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create an OAuth client; its secret is shown only once */
  'POST /oauthclients': {
    body: OAuthClientCreateData
    answer: OAuthClientMade
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read an OAuth client */
  'GET /oauthclients/{oauthClientId}': {
    path: {
      /** The id of the OAuth client. It is not the `clientId` with which tokens are requested. */
      oauthClientId: number
    }
    answer: OAuthClient
    takes: 'ifNoneMatch'
  }
  /** Delete an OAuth client; its tokens and keys stop working within seconds */
  'DELETE /oauthclients/{oauthClientId}': {
    path: {
      /** The id of the OAuth client. It is not the `clientId` with which tokens are requested. */
      oauthClientId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List API keys: all of them with access:manage, otherwise your own */
  'GET /apikeys': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
    }
    answer: readonly ApiKey[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create an API key with no more rights than your own; it is shown only once */
  'POST /apikeys': {
    body: ApiKeyCreateData
    answer: ApiKeyMade
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read an API key, without the key itself */
  'GET /apikeys/{apiKeyId}': {
    path: {
      /** The id of the API key. */
      apiKeyId: number
    }
    answer: ApiKey
    takes: 'ifNoneMatch'
  }
  /** Revoke an API key; it stops working within seconds */
  'DELETE /apikeys/{apiKeyId}': {
    path: {
      /** The id of the API key. */
      apiKeyId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List users. Newer: /v2/Users. */
  'GET /v1/platformadminusers': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'userName' | 'email' | 'lastName' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the user with this name. Upper and lower case count as the same. */
      userName?: string | undefined
      /** Only records with this email address. Upper and lower case count as the same. */
      email?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Locked' | 'Disabled')[] | undefined
      /** Only users of this account holder. */
      accountHolderId?: number | undefined
      /** Only members of this group. */
      membershipGroupId?: number | undefined
    }
    answer: readonly User[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a user */
  'POST /v1/platformadminusers': {
    body: UserCreateData
    answer: UserCreated
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a user. Newer: /v2/Users/{userId}. */
  'GET /v1/platformadminusers/{userId}': {
    path: {
      /** The id of the user. */
      userId: number
    }
    answer: User
    takes: 'ifNoneMatch'
  }
  /** Replace a user */
  'PUT /v1/platformadminusers/{userId}': {
    path: {
      /** The id of the user. */
      userId: number
    }
    body: UserPutData
    answer: User
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List users */
  'GET /v2/Users': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'userName' | 'email' | 'lastName' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the user with this name. Upper and lower case count as the same. */
      userName?: string | undefined
      /** Only records with this email address. Upper and lower case count as the same. */
      email?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Locked' | 'Disabled')[] | undefined
      /** Only users of this account holder. */
      accountHolderId?: number | undefined
      /** Only members of this group. */
      membershipGroupId?: number | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** Only users with this role, such as Accounting. */
      role?: string | undefined
    }
    answer: PagedResultOfUserV2
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a user */
  'POST /v2/Users': {
    body: UserV2CreateData
    answer: UserV2Created
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a user */
  'GET /v2/Users/{userId}': {
    path: {
      /** The id of the user. */
      userId: number
    }
    answer: UserV2
    takes: 'ifNoneMatch'
  }
  /** Replace a user */
  'PUT /v2/Users/{userId}': {
    path: {
      /** The id of the user. */
      userId: number
    }
    body: UserV2PutData
    answer: UserV2
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Read a membership group */
  'GET /MembershipGroups/{membershipGroupId}': {
    path: {
      /** The id of the membership group. */
      membershipGroupId: number
    }
    answer: MembershipGroup
    takes: 'ifNoneMatch'
  }
  /** List the membership groups of a user, or all */
  'GET /MembershipGroups/Search/{id}': {
    path: {
      /** The id of a user; 0 for all. */
      id: string | number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
    }
    answer: readonly MembershipGroup[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a membership role */
  'GET /MembershipRoles/{membershipRoleId}': {
    path: {
      /** The id of the membership role. */
      membershipRoleId: number
    }
    answer: MembershipRole
    takes: 'ifNoneMatch'
  }
  /** List the membership roles of a user, or all */
  'GET /MembershipRoles/Search/{id}': {
    path: {
      /** The id of a user; 0 for all. */
      id: string | number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
    }
    answer: readonly MembershipRole[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List all permissions with the roles that have them */
  'GET /permissions': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'permission' | 'area' | 'right' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly Permission[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Show what a user may do and see */
  'GET /v2/Users/{userId}/rights': {
    path: {
      /** The id of the user. */
      userId: number
    }
    answer: UserRights
    takes: 'ifNoneMatch'
  }
  /** List portal visibility groups */
  'GET /portalvisibilitygroups': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
    }
    answer: readonly PortalVisibilityGroup[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a portal visibility group */
  'POST /portalvisibilitygroups': {
    body: PortalVisibilityGroupCreateData
    answer: PortalVisibilityGroup
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Change a portal visibility group and its dealers */
  'PATCH /portalvisibilitygroups': {
    body: PortalVisibilityGroupAddEditRequest
    answer: PortalVisibilityGroup
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Read a portal visibility group */
  'GET /portalvisibilitygroups/{portalVisibilityGroupId}': {
    path: {
      /** The id of the portal visibility group. */
      portalVisibilityGroupId: number
    }
    answer: PortalVisibilityGroup
    takes: 'ifNoneMatch'
  }
  /** Delete an empty portal visibility group */
  'DELETE /portalvisibilitygroups/{portalVisibilityGroupId}': {
    path: {
      /** The id of the portal visibility group. */
      portalVisibilityGroupId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the dealers of a portal visibility group */
  'GET /portalvisibilitygroups/{portalVisibilityGroupId}/dealers': {
    path: {
      /** The id of the portal visibility group. */
      portalVisibilityGroupId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'state' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
    }
    answer: readonly PortalVisibilityGroupDealerSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a portal visibility group by its code */
  'GET /portalvisibilitygroups/code/{portalVisibilityGroupCode}': {
    path: {
      /** The code of the portal visibility group. */
      portalVisibilityGroupCode: string | number
    }
    answer: PortalVisibilityGroup
    takes: 'ifNoneMatch'
  }
  /** List the dealers of a portal visibility group by its code */
  'GET /portalvisibilitygroups/code/{portalVisibilityGroupCode}/dealers': {
    path: {
      /** The code of the portal visibility group. */
      portalVisibilityGroupCode: string | number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'state' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
    }
    answer: readonly PortalVisibilityGroupDealerSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List account holders of all types */
  'GET /accountholders': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only account holders of these kinds. Customers are listed only if they are named here. */
      types?: readonly ('AdminCompany' | 'Agent' | 'ClaimPayee' | 'Customer' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility')[] | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** Only the account holder with this tax number, sent whole: nine digits, dashes ignored. */
      taxId?: string | undefined
      /** Only what is in effect on this day. */
      effectiveOn?: string | undefined
      /** Only account holders that expire before this day. */
      expiringBefore?: string | undefined
    }
    answer: readonly AccountHolderSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Expire the account holders whose expiration date has passed */
  'POST /accountholders/autoexpirerequests': {
    body: AccountHolderAutoExpireRequest
    answer: AccountHolderAutoExpireResponse
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read the company of an administrator */
  'GET /admincompanies/{adminCompanyId}': {
    path: {
      /** The id of the administrator’s company. */
      adminCompanyId: number
    }
    answer: AdminCompany
    takes: 'ifNoneMatch'
  }
  /** List customers */
  'GET /customers': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | 'lastName' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** Matches the beginning of the value. */
      firstName?: string | undefined
      /** Matches the beginning of the value. */
      lastName?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      companyName?: string | undefined
      /** Only records with this email address. Upper and lower case count as the same. */
      email?: string | undefined
      /** Only records with this telephone number. Only the digits are compared. */
      phone?: string | undefined
      /** Only customers with a contract on this VIN. */
      vin?: string | undefined
      /** Only the customer of the contract with this number. */
      contractNumber?: string | undefined
    }
    answer: readonly CustomerSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a customer */
  'GET /customers/{customerId}': {
    path: {
      /** The id of the customer. */
      customerId: number
    }
    answer: Customer
    takes: 'ifNoneMatch'
  }
  /** Change a customer */
  'PATCH /customers/{customerId}': {
    path: {
      /** The id of the customer. */
      customerId: number
    }
    body: CustomerEditData
    answer: Customer
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the rate visibilities of dealers */
  'GET /dealers/ratevisibilities': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'dealerNumber' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the dealer with this number. */
      dealerNumber?: string | undefined
      /** Only dealers of this group. */
      dealerGroupId?: number | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** Only what concerns this program. */
      programId?: number | undefined
      /** Only what is in effect on this day. */
      effectiveOn?: string | undefined
      /** True: only rows that show something to dealers. False: only rows that hide it. */
      isVisible?: boolean | undefined
    }
    answer: PagedResultOfDealerRateVisibilityResult
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the rate visibilities of a dealer */
  'GET /dealers/{dealerId}/ratevisibilities': {
    path: {
      /** The id of the dealer. */
      dealerId: number
    }
    query?: {
      /** Only what concerns this product. */
      productId?: number | undefined
      /** Only what concerns this program. */
      programId?: number | undefined
      /** Only what is in effect on this day. */
      effectiveOn?: string | undefined
      /** True: only rows that show something to dealers. False: only rows that hide it. */
      isVisible?: boolean | undefined
    }
    answer: DealerRateVisibilityResult
    takes: 'ifNoneMatch'
  }
  /** Read the repair facility of a dealer */
  'GET /repairfacilities/repairfacilityofdealer/{dealerId}': {
    path: {
      /** The id of the dealer. */
      dealerId: number
    }
    answer: RepairFacility
    takes: 'ifNoneMatch'
  }
  /** List the dealers of a repair facility */
  'GET /repairfacilities/{repairFacilityId}/dealers': {
    path: {
      /** The id of the repair facility. */
      repairFacilityId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
    }
    answer: readonly Reference[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Add dealers to a repair facility */
  'PATCH /repairfacilities/{repairFacilityId}/dealers': {
    path: {
      /** The id of the repair facility. */
      repairFacilityId: number
    }
    body: LinkChange
    answer: readonly Reference[]
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Remove dealers from a repair facility */
  'DELETE /repairfacilities/{repairFacilityId}/dealers': {
    path: {
      /** The id of the repair facility. */
      repairFacilityId: number
    }
    query: {
      /** The ids to remove. */
      ids: readonly (string | number)[]
    }
    answer: readonly Reference[]
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the dealer groups of a repair facility */
  'GET /repairfacilities/{repairFacilityId}/dealergroups': {
    path: {
      /** The id of the repair facility. */
      repairFacilityId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
    }
    answer: readonly Reference[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Add dealer groups to a repair facility */
  'PATCH /repairfacilities/{repairFacilityId}/dealergroups': {
    path: {
      /** The id of the repair facility. */
      repairFacilityId: number
    }
    body: LinkChange
    answer: readonly Reference[]
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Remove dealer groups from a repair facility */
  'DELETE /repairfacilities/{repairFacilityId}/dealergroups': {
    path: {
      /** The id of the repair facility. */
      repairFacilityId: number
    }
    query: {
      /** The ids to remove. */
      ids: readonly (string | number)[]
    }
    answer: readonly Reference[]
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List agents */
  'GET /agents': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** Only agents with a license in this state, as a two-letter code. */
      licenseState?: string | undefined
    }
    answer: readonly AgentSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create an agent */
  'POST /agents': {
    body: AgentCreateData
    answer: Agent
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read an agent */
  'GET /agents/{agentId}': {
    path: {
      /** The id of the agent. */
      agentId: number
    }
    answer: Agent
    takes: 'ifNoneMatch'
  }
  /** Change an agent */
  'PATCH /agents/{agentId}': {
    path: {
      /** The id of the agent. */
      agentId: number
    }
    body: AgentEditData
    answer: Agent
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List dealers */
  'GET /dealers': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** Only dealers of this group. */
      dealerGroupId?: number | undefined
      /** Only dealers of this agent. */
      agentId?: number | undefined
      /** Only dealers in the portal visibility group with this code. */
      portalVisibilityGroupCode?: string | undefined
    }
    answer: readonly DealerSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a dealer */
  'POST /dealers': {
    body: DealerCreateData
    answer: Dealer
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a dealer */
  'GET /dealers/{dealerId}': {
    path: {
      /** The id of the dealer. */
      dealerId: number
    }
    answer: Dealer
    takes: 'ifNoneMatch'
  }
  /** Change a dealer */
  'PATCH /dealers/{dealerId}': {
    path: {
      /** The id of the dealer. */
      dealerId: number
    }
    body: DealerEditData
    answer: Dealer
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List dealer groups */
  'GET /dealergroups': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** Only groups that have a dealer of this agent. */
      agentId?: number | undefined
    }
    answer: readonly DealerGroupSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a dealer group */
  'POST /dealergroups': {
    body: DealerGroupCreateData
    answer: DealerGroup
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a dealer group */
  'GET /dealergroups/{dealerGroupId}': {
    path: {
      /** The id of the dealer group. */
      dealerGroupId: number
    }
    answer: DealerGroup
    takes: 'ifNoneMatch'
  }
  /** Change a dealer group */
  'PATCH /dealergroups/{dealerGroupId}': {
    path: {
      /** The id of the dealer group. */
      dealerGroupId: number
    }
    body: DealerGroupEditData
    answer: DealerGroup
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List insurers */
  'GET /insurers': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
    }
    answer: readonly InsurerSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create an insurer */
  'POST /insurers': {
    body: InsurerCreateData
    answer: Insurer
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read an insurer */
  'GET /insurers/{insurerId}': {
    path: {
      /** The id of the insurer. */
      insurerId: number
    }
    answer: Insurer
    takes: 'ifNoneMatch'
  }
  /** Change an insurer */
  'PATCH /insurers/{insurerId}': {
    path: {
      /** The id of the insurer. */
      insurerId: number
    }
    body: InsurerEditData
    answer: Insurer
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List disbursement accounts */
  'GET /disbursementaccounts': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
    }
    answer: readonly DisbursementAccountSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a disbursement account */
  'POST /disbursementaccounts': {
    body: DisbursementAccountCreateData
    answer: DisbursementAccount
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a disbursement account */
  'GET /disbursementaccounts/{disbursementAccountId}': {
    path: {
      /** The id of the disbursement account. */
      disbursementAccountId: number
    }
    answer: DisbursementAccount
    takes: 'ifNoneMatch'
  }
  /** Change a disbursement account */
  'PATCH /disbursementaccounts/{disbursementAccountId}': {
    path: {
      /** The id of the disbursement account. */
      disbursementAccountId: number
    }
    body: DisbursementAccountEditData
    answer: DisbursementAccount
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List inspection companies */
  'GET /inspectioncompanies': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
    }
    answer: readonly InspectionCompanySearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create an inspection company */
  'POST /inspectioncompanies': {
    body: InspectionCompanyCreateData
    answer: InspectionCompany
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read an inspection company */
  'GET /inspectioncompanies/{inspectionCompanyId}': {
    path: {
      /** The id of the inspection company. */
      inspectionCompanyId: number
    }
    answer: InspectionCompany
    takes: 'ifNoneMatch'
  }
  /** Change an inspection company */
  'PATCH /inspectioncompanies/{inspectionCompanyId}': {
    path: {
      /** The id of the inspection company. */
      inspectionCompanyId: number
    }
    body: InspectionCompanyEditData
    answer: InspectionCompany
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List claim payees */
  'GET /claimpayees': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
    }
    answer: readonly ClaimPayeeSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a claim payee */
  'POST /claimpayees': {
    body: ClaimPayeeCreateData
    answer: ClaimPayee
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a claim payee */
  'GET /claimpayees/{claimPayeeId}': {
    path: {
      /** The id of the claim payee. */
      claimPayeeId: number
    }
    answer: ClaimPayee
    takes: 'ifNoneMatch'
  }
  /** Change a claim payee */
  'PATCH /claimpayees/{claimPayeeId}': {
    path: {
      /** The id of the claim payee. */
      claimPayeeId: number
    }
    body: ClaimPayeeEditData
    answer: ClaimPayee
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List repair facilities */
  'GET /repairfacilities': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** Only repair facilities that are linked to this dealer. */
      dealerId?: number | undefined
      /** True: only preferred shops. False: only the others. */
      isPreferred?: boolean | undefined
    }
    answer: readonly RepairFacilitySearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a repair facility */
  'POST /repairfacilities': {
    body: RepairFacilityCreateData
    answer: RepairFacility
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a repair facility */
  'GET /repairfacilities/{repairFacilityId}': {
    path: {
      /** The id of the repair facility. */
      repairFacilityId: number
    }
    answer: RepairFacility
    takes: 'ifNoneMatch'
  }
  /** Change a repair facility */
  'PATCH /repairfacilities/{repairFacilityId}': {
    path: {
      /** The id of the repair facility. */
      repairFacilityId: number
    }
    body: RepairFacilityEditData
    answer: RepairFacility
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List lien holders. Newer: /v2/lienHolders. */
  'GET /lienHolders': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
    }
    answer: LienHolderList
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a lien holder */
  'POST /lienHolders': {
    body: LienHolderCreateData
    answer: LienHolder
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a lien holder */
  'GET /lienHolders/{lienHolderId}': {
    path: {
      /** The id of the lien holder. */
      lienHolderId: number
    }
    answer: LienHolder
    takes: 'ifNoneMatch'
  }
  /** Change a lien holder */
  'PATCH /lienHolders/{lienHolderId}': {
    path: {
      /** The id of the lien holder. */
      lienHolderId: number
    }
    body: LienHolderEditData
    answer: LienHolder
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List complete lien holders */
  'GET /v2/lienHolders': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'name' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending')[] | undefined
      /** Matches the beginning of the value. */
      city?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only records with this ZIP code. */
      zip?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      nameContains?: string | undefined
      /** Only lien holders with this other name. */
      alias?: string | undefined
    }
    answer: PagedResultOfLienHolder2
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the custom fields of an agent, set or not */
  'GET /agents/{agentId}/customfields': {
    path: {
      /** The id of the agent. */
      agentId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'fieldId' | 'code' | 'name' | 'displayOrder' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** True: only fields that are set. False: only those that are not. */
      hasValue?: boolean | undefined
    }
    answer: readonly AccountHolderCustomFieldSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Set a custom field of an agent */
  'POST /agents/{agentId}/customfields': {
    path: {
      /** The id of the agent. */
      agentId: number
    }
    body: AccountHolderCustomFieldCreateData
    answer: AccountHolderCustomField
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a custom field of an agent that is set */
  'GET /agents/{agentId}/customfields/{fieldId}': {
    path: {
      /** The id of the agent. */
      agentId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    answer: AccountHolderCustomField
    takes: 'ifNoneMatch'
  }
  /** Change a custom field of an agent that is set */
  'PATCH /agents/{agentId}/customfields/{fieldId}': {
    path: {
      /** The id of the agent. */
      agentId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    body: AccountHolderCustomFieldEditData
    answer: AccountHolderCustomField
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Remove a custom field of an agent that is not required */
  'DELETE /agents/{agentId}/customfields/{fieldId}': {
    path: {
      /** The id of the agent. */
      agentId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the custom fields of a dealer, set or not */
  'GET /dealers/{dealerId}/customfields': {
    path: {
      /** The id of the dealer. */
      dealerId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'fieldId' | 'code' | 'name' | 'displayOrder' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** True: only fields that are set. False: only those that are not. */
      hasValue?: boolean | undefined
    }
    answer: readonly AccountHolderCustomFieldSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Set a custom field of a dealer */
  'POST /dealers/{dealerId}/customfields': {
    path: {
      /** The id of the dealer. */
      dealerId: number
    }
    body: AccountHolderCustomFieldCreateData
    answer: AccountHolderCustomField
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a custom field of a dealer that is set */
  'GET /dealers/{dealerId}/customfields/{fieldId}': {
    path: {
      /** The id of the dealer. */
      dealerId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    answer: AccountHolderCustomField
    takes: 'ifNoneMatch'
  }
  /** Change a custom field of a dealer that is set */
  'PATCH /dealers/{dealerId}/customfields/{fieldId}': {
    path: {
      /** The id of the dealer. */
      dealerId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    body: AccountHolderCustomFieldEditData
    answer: AccountHolderCustomField
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Remove a custom field of a dealer that is not required */
  'DELETE /dealers/{dealerId}/customfields/{fieldId}': {
    path: {
      /** The id of the dealer. */
      dealerId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the custom fields of a dealer group, set or not */
  'GET /dealergroups/{dealerGroupId}/customfields': {
    path: {
      /** The id of the dealer group. */
      dealerGroupId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'fieldId' | 'code' | 'name' | 'displayOrder' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** True: only fields that are set. False: only those that are not. */
      hasValue?: boolean | undefined
    }
    answer: readonly AccountHolderCustomFieldSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Set a custom field of a dealer group */
  'POST /dealergroups/{dealerGroupId}/customfields': {
    path: {
      /** The id of the dealer group. */
      dealerGroupId: number
    }
    body: AccountHolderCustomFieldCreateData
    answer: AccountHolderCustomField
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a custom field of a dealer group that is set */
  'GET /dealergroups/{dealerGroupId}/customfields/{fieldId}': {
    path: {
      /** The id of the dealer group. */
      dealerGroupId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    answer: AccountHolderCustomField
    takes: 'ifNoneMatch'
  }
  /** Change a custom field of a dealer group that is set */
  'PATCH /dealergroups/{dealerGroupId}/customfields/{fieldId}': {
    path: {
      /** The id of the dealer group. */
      dealerGroupId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    body: AccountHolderCustomFieldEditData
    answer: AccountHolderCustomField
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Remove a custom field of a dealer group that is not required */
  'DELETE /dealergroups/{dealerGroupId}/customfields/{fieldId}': {
    path: {
      /** The id of the dealer group. */
      dealerGroupId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List ledger rows */
  'GET /ledgers': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'amount' | 'dueDate' | 'effectiveDate' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this account holder. */
      accountHolderId?: number | undefined
      /** Only account holders of these kinds. */
      accountHolderType?: readonly ('AdminCompany' | 'Agent' | 'ClaimPayee' | 'Customer' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility')[] | undefined
      /** Only rows of this contract. */
      contractId?: number | undefined
      /** Only what concerns the contract with this number. */
      contractNumber?: string | undefined
      /** Only rows of this claim. */
      claimId?: number | undefined
      /** Only rows of this cancel. */
      cancelId?: number | undefined
      /** Only rows of these types. */
      ledgerType?: readonly ('ContractDisbursement' | 'Refinalize' | 'Cancel' | 'CancelFee' | 'Reinstatement' | 'Claim' | 'InspectionFee' | 'TransferFee' | 'SalesTax' | 'Adjustment' | 'Penalty' | 'CashOverShort')[] | undefined
      /** Only rows in one of these statuses. */
      ledgerStatus?: readonly ('Pending' | 'Open' | 'Held' | 'InProcess' | 'Paid' | 'Voided')[] | undefined
      /** Receive: what account holders owe. Pay: what the administrator owes them. */
      direction?: readonly ('Receive' | 'Pay')[] | undefined
      /** Only rows of the line with this code, such as RESERVE. */
      disbursementCode?: string | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** Only rows with an effective date on this day or later. */
      effectiveFrom?: string | undefined
      /** Only rows with an effective date on this day or earlier. */
      effectiveTo?: string | undefined
      /** Only rows with an accounting date on this day or later. */
      accountingFrom?: string | undefined
      /** Only rows with an accounting date on this day or earlier. */
      accountingTo?: string | undefined
      /** Only rows that are due on this day or later. */
      dueFrom?: string | undefined
      /** Only rows that are due on this day or earlier. */
      dueTo?: string | undefined
      /** Only rows that are due before this day. */
      dueBefore?: string | undefined
      /** Only rows of at least this amount, in dollars. */
      minAmount?: number | undefined
      /** Only rows that this cash transaction pays. */
      cashTransactionId?: number | undefined
      /** True: only memo rows. False: only rows that can be paid. */
      isMemo?: boolean | undefined
    }
    answer: readonly Ledger[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Add a ledger row by hand */
  'POST /ledgers': {
    body: LedgerCreateData
    answer: Ledger
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a ledger row */
  'GET /ledgers/{ledgerId}': {
    path: {
      /** The id of the ledger row. */
      ledgerId: number
    }
    answer: Ledger
    takes: 'ifNoneMatch'
  }
  /** Correct or void a ledger row */
  'PATCH /ledgers/{ledgerId}': {
    path: {
      /** The id of the ledger row. */
      ledgerId: number
    }
    body: LedgerEditData
    answer: Ledger
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List journal rows */
  'GET /journal': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only postings of this contract. */
      contractId?: number | undefined
      /** Only postings of this claim. */
      claimId?: number | undefined
      /** Only postings of this cancel. */
      cancelId?: number | undefined
      /** Only postings of this ledger row. */
      ledgerId?: number | undefined
      /** Only postings of this cash transaction. */
      cashTransactionId?: number | undefined
      /** Only rows that debit or credit this account, such as Cash or Receivable:12. */
      account?: string | undefined
      /** Only rows that debit this account, such as Unearned:RESERVE. */
      debitAccount?: string | undefined
      /** Only rows that credit this account, such as Unearned:RESERVE. */
      creditAccount?: string | undefined
      /** Only rows that debit or credit an account of this kind, such as Unearned. */
      accountKind?: 'Receivable' | 'Payable' | 'Unapplied' | 'Unearned' | 'Earned' | 'ClaimsExpense' | 'ClaimsRecovered' | 'Cash' | 'PenaltyExpense' | 'CancelFeeIncome' | 'OtherIncome' | 'Adjustments' | 'OverShort' | 'SalesTaxPayable' | undefined
      /** Only rows of these kinds of business events. */
      entryType?: readonly ('Finalize' | 'Refinalize' | 'Void' | 'LedgerEdit' | 'LedgerDelete' | 'Manual' | 'TransferFee' | 'Earning' | 'Cash' | 'CashOverShort' | 'Nsf' | 'Claim' | 'InspectionFee' | 'Cancel' | 'CancelFee' | 'Penalty' | 'Reinstatement')[] | undefined
      /** The first day, included. */
      from?: string | undefined
      /** The last day, included. */
      to?: string | undefined
      /** Which date `from`, `to` or `asOfDate` means: Accounting (the default) or Effective. */
      dateField?: 'Accounting' | 'Effective' | undefined
    }
    answer: PagedResultOfJournalRow
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read the trial balance */
  'GET /trialBalance': {
    query?: {
      /** Today by default. */
      asOfDate?: string | undefined
      /** Which date `from`, `to` or `asOfDate` means: Accounting (the default) or Effective. */
      dateField?: 'Accounting' | 'Effective' | undefined
    }
    answer: TrialBalance
    takes: 'ifNoneMatch'
  }
  /** Evaluate a criteria rule and explain the result */
  'POST /Rates/criteria/evaluations': {
    body: CriteriaEvaluationRequest
    answer: CriteriaEvaluation
    takes: 'dryRun'
  }
  /** Quote the rates of every plan, term and deductible that a dealer may sell for an item */
  'GET /Rates/rateQuote/{dealerNumber}': {
    path: {
      /** The number of the dealer that sells, such as D1001. It must be active on the sale date. */
      dealerNumber: string | number
    }
    query?: {
      /** 17 characters. It is decoded; parameters given with it go before what it says. */
      vin?: string | undefined
      /** The type of item, such as AUTO or TV. AUTO if nothing is sent. */
      assetTypeCode?: string | undefined
      /** The model year. */
      year?: number | undefined
      /** The make, such as Ford. Upper and lower case count as the same. */
      make?: string | undefined
      /** The model, such as F-150. */
      model?: string | undefined
      /** The trim level, such as XLT. */
      trim?: string | undefined
      /** The series of the model, such as 150. */
      series?: string | undefined
      /** The body style, such as Crew Cab Pickup. */
      bodyStyle?: string | undefined
      /** The rating segment of the vehicle, such as EV or Luxury, where a program prices by it. */
      segmentation?: string | undefined
      /** The engine, as the class table names it. */
      engine?: string | undefined
      /** What the vehicle runs on: Gas, Diesel, Hybrid, Electric or Other. */
      fuelType?: 'Gas' | 'Diesel' | 'Hybrid' | 'Electric' | 'Other' | undefined
      /** The drive train: FWD, RWD, AWD or 4WD. */
      driveType?: 'FWD' | 'RWD' | 'AWD' | '4WD' | undefined
      /** How the engine takes in air: Natural, Turbo or Supercharged. */
      aspiration?: 'Natural' | 'Turbo' | 'Supercharged' | undefined
      /** The number of cylinders, from 0 to 32. */
      cylinders?: number | undefined
      /** The odometer reading at the sale, a whole number in the unit of `odometerUnit`. */
      odometer?: number | undefined
      /** The unit of the odometer: Miles (the default) or Km. Kilometers are converted to miles. */
      odometerUnit?: 'Miles' | 'Km' | undefined
      /** New, Used or CPO (certified pre-owned). If nothing is sent, it follows from the odometer and the model year. */
      condition?: 'New' | 'Used' | 'CPO' | undefined
      /** The day on which the maker’s warranty began. Terms that count from it need it. */
      inServiceDate?: string | undefined
      /** What the vehicle is used for: Personal, Commercial or Rideshare. It may add a surcharge. */
      vehicleUse?: 'Personal' | 'Commercial' | 'Rideshare' | undefined
      /** The serial number of an item that is not a vehicle. */
      serialNumber?: string | undefined
      /** What an item that is not a vehicle cost, in dollars. */
      itemPurchasePrice?: number | undefined
      /** The operating hours of a boat or the like, where a term is limited by hours. */
      hours?: number | undefined
      /** The sale date of the contract. Today if nothing is sent; it cannot lie more than the setting `maxBackDays` back. */
      saleDate?: string | undefined
      /** What the customer pays for the vehicle, in dollars. */
      vehiclePurchasePrice?: number | undefined
      /** The day on which the customer bought the vehicle, if it is not the sale date. */
      vehiclePurchaseDate?: string | undefined
      /** The manufacturer’s suggested retail price of the vehicle, in dollars. GAP on a new vehicle uses it for loan to value. */
      msrp?: number | undefined
      /** The book value of the vehicle, in dollars. GAP on a used vehicle uses it for loan to value. */
      nadaValue?: number | undefined
      /** The amount financed, in dollars. GAP needs it. */
      financedAmount?: number | undefined
      /** The length of the loan or lease in months, from 1 to 600. GAP needs it. */
      financeTermMonths?: number | undefined
      /** The annual percentage rate of the loan, such as 6.9 for 6.9%. GAP needs it. */
      apr?: number | undefined
      /** The monthly payment, in dollars. */
      monthlyPayment?: number | undefined
      /** The residual value at the end of a lease, in dollars. */
      residualValue?: number | undefined
      /** How the vehicle is paid for: Cash, Loan, Lease or Balloon. GAP needs it, and is not sold with Cash. */
      dealType?: 'Cash' | 'Loan' | 'Lease' | 'Balloon' | undefined
      /** The id of the lender. */
      lienHolderId?: number | undefined
      /** The number of the lender, in place of its id. */
      lienHolderNumber?: string | undefined
      /** The state of sale, as a two-letter code. The dealer’s state if nothing is sent. */
      state?: string | undefined
      /** The ZIP code of the place of sale. */
      zip?: string | undefined
      /** The state where the customer lives, as a two-letter code. Rules may depend on it. */
      customerState?: string | undefined
      /** The miles that the customer expects to drive in a year. Lines that are earned by miles use it. */
      annualMileage?: number | undefined
      /** Only products of these types, such as VSC,GAP. */
      productTypeCode?: readonly (string | number)[] | undefined
      /** Only these products. */
      productId?: readonly (string | number)[] | undefined
      /** Only these programs. */
      programId?: readonly (string | number)[] | undefined
      /** Only these plans. */
      planId?: readonly (string | number)[] | undefined
      /** Only terms of these lengths in months. */
      termMonths?: readonly (string | number)[] | undefined
      /** Only terms of these miles. */
      termMiles?: readonly (string | number)[] | undefined
      /** Only these deductibles. */
      deductibleId?: readonly (string | number)[] | undefined
      /** Options to include in the price, by their codes, such as SEALS,HITECH. */
      surchargeCodes?: readonly (string | number)[] | undefined
      /** True adds the lines that each price is made of. It needs the permission rates:costs. */
      includeDisbursements?: boolean | undefined
      /** True adds `reasons`: why what is not offered is not. */
      includeReasons?: boolean | undefined
      /** True adds `relatedRates`: products that are tied to each rate. */
      includeRelated?: boolean | undefined
      /** The language of the customer, such as en. Kept with the quote; answers are in English. */
      languageCode?: string | undefined
    }
    answer: RateResponse
    takes: 'ifNoneMatch'
  }
  /** Read an earlier quote, computed again with the rate book of that time */
  'GET /Rates/quotes/{quoteId}': {
    path: {
      /** The id of the quote, as the quote answered it. */
      quoteId: string | number
    }
    answer: RateQuote
    takes: 'ifNoneMatch'
  }
  /** List the types of items that products cover */
  'GET /Rates/AssetTypes': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
    }
    answer: readonly AssetTypeResponse[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List vehicle makes */
  'GET /Rates/VehicleMakes': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what exists for this type of item, such as AUTO. */
      assetTypeCode?: string | undefined
      /** The model year. */
      year?: number | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      text?: string | undefined
    }
    answer: readonly IdNameDescription[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List vehicle models */
  'GET /Rates/VehicleModels': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what exists for this type of item, such as AUTO. */
      assetTypeCode?: string | undefined
      /** The model year. */
      year?: number | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      text?: string | undefined
      /** Only what belongs to the make with this id. */
      makeId?: number | undefined
      /** The make, such as Ford. Upper and lower case count as the same. */
      make?: string | undefined
    }
    answer: readonly IdNameDescription[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List vehicle trims */
  'GET /Rates/VehicleTrims': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what exists for this type of item, such as AUTO. */
      assetTypeCode?: string | undefined
      /** The model year. */
      year?: number | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      text?: string | undefined
      /** Only what belongs to the make with this id. */
      makeId?: number | undefined
      /** The make, such as Ford. Upper and lower case count as the same. */
      make?: string | undefined
      /** Only what belongs to the model with this id. */
      modelId?: number | undefined
      /** The model, such as F-150. */
      model?: string | undefined
    }
    answer: readonly IdNameDescription[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List vehicle series */
  'GET /Rates/VehicleSeries': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what exists for this type of item, such as AUTO. */
      assetTypeCode?: string | undefined
      /** The model year. */
      year?: number | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      text?: string | undefined
      /** Only what belongs to the make with this id. */
      makeId?: number | undefined
      /** The make, such as Ford. Upper and lower case count as the same. */
      make?: string | undefined
      /** Only what belongs to the model with this id. */
      modelId?: number | undefined
      /** The model, such as F-150. */
      model?: string | undefined
    }
    answer: readonly IdNameDescription[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List vehicle body styles */
  'GET /Rates/VehicleBodyStyles': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what exists for this type of item, such as AUTO. */
      assetTypeCode?: string | undefined
      /** The model year. */
      year?: number | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      text?: string | undefined
      /** Only what belongs to the make with this id. */
      makeId?: number | undefined
      /** The make, such as Ford. Upper and lower case count as the same. */
      make?: string | undefined
      /** Only what belongs to the model with this id. */
      modelId?: number | undefined
      /** The model, such as F-150. */
      model?: string | undefined
    }
    answer: readonly IdNameDescription[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List vehicle segmentations */
  'GET /Rates/VehicleSegmentations': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what exists for this type of item, such as AUTO. */
      assetTypeCode?: string | undefined
      /** The model year. */
      year?: number | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      text?: string | undefined
      /** Only what belongs to the make with this id. */
      makeId?: number | undefined
      /** The make, such as Ford. Upper and lower case count as the same. */
      make?: string | undefined
      /** Only what belongs to the model with this id. */
      modelId?: number | undefined
      /** The model, such as F-150. */
      model?: string | undefined
      /** Only segmentations that the class table of this program assigns. */
      programId?: number | undefined
      /** Only what belongs to the trim with this id. */
      trimId?: number | undefined
    }
    answer: readonly IdNameDescription[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the products that the caller may sell */
  'GET /Rates/Products': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only what this administrator’s company offers. */
      adminCompanyId?: number | undefined
      /** Only what the dealer with this number may sell. */
      dealerNumber?: string | undefined
      /** Only what can be sold on this day. Today if nothing is sent. */
      effectiveOn?: string | undefined
    }
    answer: readonly ProductResponse[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the programs that the caller may sell */
  'GET /Rates/Programs': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only what this administrator’s company offers. */
      adminCompanyId?: number | undefined
      /** Only what the dealer with this number may sell. */
      dealerNumber?: string | undefined
      /** Only what can be sold on this day. Today if nothing is sent. */
      effectiveOn?: string | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** Only programs that are sold in this state, as a two-letter code. */
      state?: string | undefined
    }
    answer: readonly ProgramResponse[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the custom fields of contracts of a product */
  'GET /Rates/Products/{productId}/customfields': {
    path: {
      /** The id of the product. */
      productId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | 'displayOrder' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only fields that are required at one of these steps: Quote, Pending or Finalize. */
      requiredAt?: readonly ('Quote' | 'Pending' | 'Finalize')[] | undefined
    }
    answer: readonly CustomField[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the plans of a product with their terms and deductibles */
  'GET /Rates/Plans/{productId}': {
    path: {
      /** The id of the product. */
      productId: number
    }
    query?: {
      /** Only what concerns this program. */
      programId?: number | undefined
      /** Only what is in effect on this day. */
      effectiveOn?: string | undefined
    }
    answer: GetPlanResponseResult
    takes: 'ifNoneMatch'
  }
  /** List the terms of a plan */
  'GET /Rates/Terms/Plan/{planId}': {
    path: {
      /** The id of the plan. */
      planId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'months' | 'miles' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only terms that are sold for vehicles in this condition. */
      condition?: 'New' | 'Used' | 'CPO' | undefined
      /** Only terms that can be sold at this odometer reading, in miles. */
      odometer?: number | undefined
    }
    answer: readonly TermPlanResponse[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the deductibles of a product */
  'GET /Rates/DeductiblesByProduct/{productId}': {
    path: {
      /** The id of the product. */
      productId: number
    }
    query?: {
      /** Only deductibles of this plan. */
      planId?: number | undefined
    }
    answer: GetDeductiblesResponseResult
    takes: 'ifNoneMatch'
  }
  /** List the codes of the lines of dealer cost */
  'GET /Rates/Disbursements/DisbursementsCodes': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only codes of this group. */
      groupId?: number | undefined
    }
    answer: readonly DisbursementCodeResponse[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the groups of disbursement codes */
  'GET /Rates/Disbursements/DisbursementsGroups': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly DisbursementGroupResponse[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the names that programs give to the lines of dealer cost */
  'GET /Rates/Disbursements/DisbursementsLabels': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'label' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this program. */
      programId?: number | undefined
      /** Only names of the line with this code id. */
      disbursementCodeId?: number | undefined
    }
    answer: readonly DisbursementLabelResponse[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a line of dealer cost */
  'GET /Rates/Disbursements/{disbursementId}': {
    path: {
      /** The id of the line, or of an agreement on it. */
      disbursementId: number
    }
    answer: RateDisbursementResponse
    takes: 'ifNoneMatch'
  }
  /** Change a line of dealer cost from a date on */
  'PATCH /Rates/Disbursements/{disbursementId}': {
    path: {
      /** The id of the line, or of an agreement on it. */
      disbursementId: number
    }
    body: RateDisbursementPatchData
    answer: RateDisbursementAccepted
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the lines agreed with an account holder */
  'GET /Rates/Disbursements/AccountHolder/{id}': {
    path: {
      /** The id of the account holder: a dealer, dealer group or agent. */
      id: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'programId' | 'disbursementCode' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** Only what concerns this program. */
      programId?: number | undefined
      /** Only the line with this code, such as RESERVE. */
      disbursementCode?: string | undefined
      /** Only what is in effect on this day. */
      effectiveOn?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Scheduled' | 'Expired')[] | undefined
    }
    answer: readonly RateDisbursementResponse[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Agree on a line with a dealer, a dealer group or an agent */
  'POST /Rates/Disbursements/AccountHolder/{id}': {
    path: {
      /** The id of the account holder: a dealer, dealer group or agent. */
      id: number
    }
    body: RateDisbursementData
    answer: RateDisbursementAccepted
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read the result of a change of a line */
  'GET /Rates/Disbursements/AuditLog/{auditLogId}': {
    path: {
      /** The id that the change was answered with. */
      auditLogId: number
    }
    answer: AuditLogResponse
    takes: 'ifNoneMatch'
  }
  /** Read a factor table */
  'GET /factorTables/{factorTableId}': {
    path: {
      /** The id of the factor table. */
      factorTableId: number
    }
    answer: FactorTable
    takes: 'ifNoneMatch'
  }
  /** List the rate books that were applied */
  'GET /Rates/books': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'version' | 'name' | 'appliedAt' | 'appliedBy' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly RateBookVersion[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Apply a rate book */
  'POST /Rates/books': {
    body: RateBookCreateData
    answer: RateBookVersionDetails
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a rate book that was applied, and what it changed */
  'GET /Rates/books/{version}': {
    path: {
      /** The number of a rate book that was applied. */
      version: number
    }
    answer: RateBookVersionDetails
    takes: 'ifNoneMatch'
  }
  /** Check the files of a rate book */
  'POST /Rates/books/checks': {
    body: RateBookFiles
    answer: RateBookCheck
    takes: 'dryRun'
  }
  /** Compare the files of a rate book with the book in force */
  'POST /Rates/books/comparisons': {
    body: RateBookFiles
    answer: RateBookComparison
    takes: 'dryRun'
  }
  /** Try a rate book on the last recorded quotes */
  'POST /Rates/books/rehearsals': {
    body: RateBookRehearsalData
    answer: RateBookRehearsal
    takes: 'dryRun'
  }
  /** List contracts. Newer: /v2/contracts. */
  'GET /contracts': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: id; with nameLike, the most similar first. */
      sortBy?: 'id' | 'number' | 'saleDate' | 'expirationDate' | 'retailPrice' | 'updatedAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Only records of the vehicle with this VIN. */
      vin?: string | undefined
      /** Only contracts on a vehicle whose VIN ends with these eight characters. */
      vinLast8?: string | undefined
      /** Only the contract with this id or number. */
      identifier?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      customerName?: string | undefined
      /** Matches similar spellings, the most similar first; case and accents are ignored. */
      nameLike?: string | undefined
      /** Matches the beginning of the value. */
      lastName?: string | undefined
      /** Only records with this telephone number. Only the digits are compared. */
      phone?: string | undefined
      /** Only records with this email address. Upper and lower case count as the same. */
      email?: string | undefined
      /** Only contracts in one of these statuses. */
      status?: readonly ('Quote' | 'Pending' | 'Active' | 'OnHold' | 'Cancelled' | 'Expired' | 'Voided')[] | undefined
      /** Only contracts in one of these funding statuses. */
      fundingStatus?: readonly ('NotFunded' | 'PartiallyFunded' | 'Funded')[] | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** Only what concerns this program. */
      programId?: number | undefined
      /** Only contracts of this plan. */
      planId?: number | undefined
      /** Only contracts of this dealer. */
      dealerId?: number | undefined
      /** Only contracts of the dealer with this number. */
      dealerNumber?: string | undefined
      /** Only contracts of dealers that were in this group at the sale. */
      dealerGroupId?: number | undefined
      /** Only contracts with this agent. */
      agentId?: number | undefined
      /** Only contracts financed by this lender. */
      lienHolderId?: number | undefined
      /** Only contracts sold in this state, as a two-letter code. */
      state?: string | undefined
      /** Only contracts sold on this day or later. */
      saleDateFrom?: string | undefined
      /** Only contracts sold on this day or earlier. */
      saleDateTo?: string | undefined
      /** Only contracts effective on this day or later. */
      effectiveFrom?: string | undefined
      /** Only contracts effective on this day or earlier. */
      effectiveTo?: string | undefined
      /** Only contracts that expire on this day or later. */
      expirationFrom?: string | undefined
      /** Only contracts that expire on this day or earlier. */
      expirationTo?: string | undefined
      /** Only contracts cancelled as of this day or later. */
      cancelDateFrom?: string | undefined
      /** Only contracts cancelled as of this day or earlier. */
      cancelDateTo?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** True: only contracts with an unsettled claim. False: only those without. */
      hasOpenClaim?: boolean | undefined
      /** True: only contracts on hold. False: only the others. */
      hasOpenHold?: boolean | undefined
      /** True: only contracts with a pending change. False: only those without. */
      needsRefinalize?: boolean | undefined
      /** Only contracts with this key among their external references. */
      externalKey?: string | undefined
    }
    answer: readonly ContractSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Sell a contract or save a quote */
  'POST /contracts': {
    body: ContractCreateData
    answer: SoldContract
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List contracts */
  'GET /v2/contracts': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: id; with nameLike, the most similar first. */
      sortBy?: 'id' | 'number' | 'saleDate' | 'expirationDate' | 'retailPrice' | 'updatedAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Only records of the vehicle with this VIN. */
      vin?: string | undefined
      /** Only contracts on a vehicle whose VIN ends with these eight characters. */
      vinLast8?: string | undefined
      /** Only the contract with this id or number. */
      identifier?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      customerName?: string | undefined
      /** Matches similar spellings, the most similar first; case and accents are ignored. */
      nameLike?: string | undefined
      /** Matches the beginning of the value. */
      lastName?: string | undefined
      /** Only records with this telephone number. Only the digits are compared. */
      phone?: string | undefined
      /** Only records with this email address. Upper and lower case count as the same. */
      email?: string | undefined
      /** Only contracts in one of these statuses. */
      status?: readonly ('Quote' | 'Pending' | 'Active' | 'OnHold' | 'Cancelled' | 'Expired' | 'Voided')[] | undefined
      /** Only contracts in one of these funding statuses. */
      fundingStatus?: readonly ('NotFunded' | 'PartiallyFunded' | 'Funded')[] | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** Only what concerns this program. */
      programId?: number | undefined
      /** Only contracts of this plan. */
      planId?: number | undefined
      /** Only contracts of this dealer. */
      dealerId?: number | undefined
      /** Only contracts of the dealer with this number. */
      dealerNumber?: string | undefined
      /** Only contracts of dealers that were in this group at the sale. */
      dealerGroupId?: number | undefined
      /** Only contracts with this agent. */
      agentId?: number | undefined
      /** Only contracts financed by this lender. */
      lienHolderId?: number | undefined
      /** Only contracts sold in this state, as a two-letter code. */
      state?: string | undefined
      /** Only contracts sold on this day or later. */
      saleDateFrom?: string | undefined
      /** Only contracts sold on this day or earlier. */
      saleDateTo?: string | undefined
      /** Only contracts effective on this day or later. */
      effectiveFrom?: string | undefined
      /** Only contracts effective on this day or earlier. */
      effectiveTo?: string | undefined
      /** Only contracts that expire on this day or later. */
      expirationFrom?: string | undefined
      /** Only contracts that expire on this day or earlier. */
      expirationTo?: string | undefined
      /** Only contracts cancelled as of this day or later. */
      cancelDateFrom?: string | undefined
      /** Only contracts cancelled as of this day or earlier. */
      cancelDateTo?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
      /** True: only contracts with an unsettled claim. False: only those without. */
      hasOpenClaim?: boolean | undefined
      /** True: only contracts on hold. False: only the others. */
      hasOpenHold?: boolean | undefined
      /** True: only contracts with a pending change. False: only those without. */
      needsRefinalize?: boolean | undefined
      /** Only contracts with this key among their external references. */
      externalKey?: string | undefined
    }
    answer: PagedResultOfContractSearchResult
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read the history of a contract */
  'GET /contracts/{contractId}/history': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: newest first. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: PagedResultOfContractHistoryEntry
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the coverage groups of a contract */
  'GET /contracts/{contractId}/coveragegroups': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly ContractCoverageGroup[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** List the components of the product and whether the contract covers them */
  'GET /contracts/{contractId}/coveragecomponents': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** Only components of this coverage group, such as Engine. */
      groupCode?: string | undefined
      /** True: only components that the contract covers. False: only the others. */
      isCovered?: boolean | undefined
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | 'groupCode' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly ContractComponent[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** List the prepaid maintenance services of a contract */
  'GET /contracts/{contractId}/ppmservices': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** The day for which the answer holds. Today if nothing is sent. */
      asOfDate?: string | undefined
      /** The odometer reading for which the answer holds, in the unit of the vehicle at the sale. The last known one if nothing is sent. The answer is in miles. */
      asOfOdometer?: number | undefined
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | 'sequence' | 'nextDueDate' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly PPMServiceData[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Recalculate the sales tax of a contract */
  'GET /contracts/{contractId}/recalculatepurchasesalestax': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    answer: RecalculatedSalesTax
    takes: 'ifNoneMatch'
  }
  /** Calculate the sales tax on the lines of a bill */
  'POST /salestax/calculations': {
    body: SalesTaxCalculationRequest
    answer: ContractSalesTaxDetail
    takes: 'dryRun'
  }
  /** Change, submit or void a contract */
  'PATCH /contracts/{contractId}': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: ContractPatchData
    answer: SoldContract
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Read a contract. Newer: /v2/contracts/{identifier}. */
  'GET /contracts/{contractId}': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    answer: Contract
    takes: 'ifNoneMatch'
  }
  /** Apply the pending change of a contract */
  'POST /contracts/{contractId}/refinalize': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: RefinalizeData
    answer: Contract
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Rate a contract again */
  'POST /contracts/{contractId}/rerateRequests': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: RerateRequest
    answer: RerateResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List contracts that are due to expire */
  'GET /contracts/autoexpire': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** The day for which the answer holds. Today if nothing is sent. */
      asOfDate?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only contracts of this dealer. */
      dealerId?: number | undefined
      /** Only contracts of this administrator’s company. */
      adminCompanyId?: number | undefined
    }
    answer: PagedResultOfString
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Expire a contract that is due */
  'POST /contracts/autoexpire/{contractId}': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: AutomaticStepData
    answer: AutoExpiredResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List abandoned contracts and quotes that can be voided */
  'GET /contracts/autovoidable': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** The day for which the answer holds. Today if nothing is sent. */
      asOfDate?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only contracts of this dealer. */
      dealerId?: number | undefined
      /** Only contracts of this administrator’s company. */
      adminCompanyId?: number | undefined
    }
    answer: PagedResultOfString
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Void an abandoned contract or quote */
  'POST /contracts/autovoidable/{contractId}': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: AutomaticStepData
    answer: AutoVoidedResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Post the earnings of many contracts */
  'POST /contracts/updateEarnings': {
    body: UpdateEarnings
    answer: readonly EarningResult[]
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a contract by its id or number */
  'GET /v2/contracts/{identifier}': {
    path: {
      /** The id of the record, or its business number or code. If all are digits, ids are tried first. */
      identifier: string | number
    }
    answer: Contract
    takes: 'ifNoneMatch'
  }
  /** Finalize a contract */
  'POST /contracts/{contractId}/finalize': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: FinalizeData
    answer: Contract
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the holds of a contract */
  'GET /contracts/{contractId}/holds': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'holdDate' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Open' | 'Resolved')[] | undefined
    }
    answer: readonly Hold[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Put a contract on hold */
  'POST /contracts/{contractId}/holds': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: HoldCreateData
    answer: Hold
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read how a hold was resolved */
  'GET /contracts/{contractId}/holds/{holdId}/resolves': {
    path: {
      /** The id of the contract. */
      contractId: number
      /** The id of the hold. */
      holdId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'resolveDate' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly Resolve[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Resolve a hold */
  'POST /contracts/{contractId}/holds/{holdId}/resolves': {
    path: {
      /** The id of the contract. */
      contractId: number
      /** The id of the hold. */
      holdId: number
    }
    body: ResolveCreateData
    answer: Resolve
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read the earnings of a contract on a date */
  'GET /contracts/{contractId}/earningdetails': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** Any past or future date. Default: today. */
      asOfDate?: string | undefined
      /** Only the line with this code, such as RESERVE. */
      disbursementCode?: string | undefined
      /** True adds what was earned in each month, for at most 1,200 months. */
      monthly?: boolean | undefined
    }
    answer: ContractEarningDetails
    takes: 'ifNoneMatch'
  }
  /** Post the earnings of a contract */
  'POST /contracts/{contractId}/syncEarnings': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: SyncEarnings
    answer: EarningResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read who has locked a contract */
  'GET /contracts/{contractId}/lock': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    answer: ExistingItemLockResult
    takes: 'ifNoneMatch'
  }
  /** Lock a contract, or renew the lock */
  'POST /contracts/{contractId}/lock': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    answer: ExistingItemLockResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Unlock a contract */
  'DELETE /contracts/{contractId}/lock': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Transfer a contract to a new owner */
  'POST /contracts/{contractId}/transferrequest': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: ContractTransferRequest
    answer: ContractTransfer
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Add the cobuyer of a contract */
  'POST /contracts/{contractId}/cobuyer': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: CobuyerData
    answer: Person
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Remove the cobuyer of a contract */
  'DELETE /contracts/{contractId}/cobuyer': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the documents of a contract */
  'GET /contracts/{contractId}/documents': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'fileName' | 'documentTypeId' | 'createdAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only documents of this type, by its id. */
      documentTypeId?: number | undefined
    }
    answer: readonly ContractDocument[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Add a document to a contract, or a version of one */
  'POST /contracts/{contractId}/documents': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: ContractDocumentCreateData
    answer: DocumentPostResponse
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List the files of a contract */
  'GET /contracts/{contractId}/files': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'fileName' | 'createdAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly FileInfo[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Add a file to a contract */
  'POST /contracts/{contractId}/files': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: FileCreateData | FormData
    answer: FileInfo
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a file of a contract */
  'GET /contracts/{contractId}/files/{contractFileId}': {
    path: {
      /** The id of the contract. */
      contractId: number
      /** The id of the file. */
      contractFileId: number
    }
    query?: {
      /** Return the bytes, whatever the Accept header says. */
      download?: boolean | undefined
    }
    answer: FileResultData
    takes: 'ifNoneMatch' | 'as'
    as: 'bytes'
  }
  /** Read a document with the content of its newest version */
  'GET /documents/{documentId}': {
    path: {
      /** The id of the document. */
      documentId: number
    }
    answer: DocumentWithData
    takes: 'ifNoneMatch'
  }
  /** Read a file, alone or as a version of a document */
  'GET /files/{fileId}': {
    path: {
      /** The id of the file. */
      fileId: number
    }
    query?: {
      /** Return the bytes, whatever the Accept header says. */
      download?: boolean | undefined
    }
    answer: FileResultData
    takes: 'ifNoneMatch' | 'as'
    as: 'bytes'
  }
  /** Get a link with which a file can be downloaded without signing in */
  'GET /files/{fileId}/downloadlink': {
    path: {
      /** The id of the file. */
      fileId: number
    }
    answer: PresignedLink
    takes: 'ifNoneMatch'
  }
  /** List the types of documents */
  'GET /documenttypes': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly DocumentType[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Send the content of a document to its upload link */
  'PUT /uploads/{link}': {
    path: {
      /** The last part of the link that was given out. */
      link: string | number
    }
    body: Blob | Uint8Array<ArrayBuffer>
    answer: undefined
  }
  /** Download a file with its download link */
  'GET /downloads/{link}': {
    path: {
      /** The last part of the link that was given out. */
      link: string | number
    }
    answer: Blob
  }
  /** Search claims */
  'GET /claims': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'lossDate' | 'reportedDate' | 'updatedAt' | 'requested' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Only what concerns the contract with this number. */
      contractNumber?: string | undefined
      /** Only claims on this contract. */
      contractId?: number | undefined
      /** Only records of the vehicle with this VIN. */
      vin?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      customerName?: string | undefined
      /** Only claims in one of these statuses. */
      status?: readonly ('Open' | 'InReview' | 'OnHold' | 'PendingApproval' | 'Authorized' | 'PaymentRequested' | 'Paid' | 'Closed' | 'Denied' | 'Voided')[] | undefined
      /** Only claims of these kinds. */
      claimType?: readonly ('Repair' | 'GAP' | 'PPM' | 'TireWheel' | 'Appearance' | 'Key' | 'Benefit' | 'Reimbursement')[] | undefined
      /** Only claims at this repair facility. */
      facilityId?: number | undefined
      /** Only claims on contracts of this dealer. */
      dealerId?: number | undefined
      /** Only claims of contracts of this product, by its id. */
      productId?: number | undefined
      /** Only claims of contracts of this plan, by its id. */
      planId?: number | undefined
      /** Only claims of this adjuster. */
      adjusterId?: number | undefined
      /** Only claims with a loss on this day or later. */
      lossDateFrom?: string | undefined
      /** Only claims with a loss on this day or earlier. */
      lossDateTo?: string | undefined
      /** Only claims reported on this day or later. */
      reportedFrom?: string | undefined
      /** Only claims reported on this day or earlier. */
      reportedTo?: string | undefined
      /** Only claims authorized on this day or later. */
      authorizedFrom?: string | undefined
      /** Only claims authorized on this day or earlier. */
      authorizedTo?: string | undefined
      /** Only claims paid on this day or later. */
      paidFrom?: string | undefined
      /** Only claims paid on this day or earlier. */
      paidTo?: string | undefined
      /** True: only claims with an inspection. False: only those without. */
      hasInspection?: boolean | undefined
      /** Only claims on hold for this reason. */
      holdReasonId?: number | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
    }
    answer: PagedResultOfClaimIndexResult
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Enter a claim */
  'POST /claims': {
    body: ClaimCreateData
    answer: Claim
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a claim */
  'GET /claims/{claimId}': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    answer: Claim
    takes: 'ifNoneMatch'
  }
  /** Replace a claim and adjudicate it again */
  'PUT /claims/{claimId}': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    body: ClaimUpdateData
    answer: Claim
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Change a claim, or decide it */
  'PATCH /claims/{claimId}': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    body: ClaimPatch
    answer: ChangedClaim
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the benefits of a claim */
  'GET /claims/{claimId}/claimbenefits': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'code' | 'name' | 'used' | 'remaining' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly ClaimBenefit[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Deny the claims of contracts */
  'POST /contracts/denyClaims': {
    body: DenyClaimsRequest
    answer: DenyClaimsResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Request a payment of a claim */
  'POST /claims/{claimId}/paymentrequests': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    body: ClaimPaymentRequestCreateData
    answer: ClaimPaymentRequest
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List inspections */
  'GET /claims/inspections': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'orderedAt' | 'dueAt' | 'updatedAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only inspections of this claim. */
      claimId?: number | undefined
      /** Only what concerns the claim with this number. */
      claimNumber?: string | undefined
      /** Only inspections of this company. */
      companyId?: number | undefined
      /** Only inspections in one of these statuses. */
      status?: readonly ('Ordered' | 'Assigned' | 'Scheduled' | 'Completed' | 'Reviewed' | 'Rejected' | 'Cancelled')[] | undefined
      /** Only inspections ordered on this day or later. */
      orderedFrom?: string | undefined
      /** Only inspections ordered on this day or earlier. */
      orderedTo?: string | undefined
      /** Only inspections whose report is due before this day. */
      dueBefore?: string | undefined
      /** Only the inspection with this number in the system of its company. */
      externalReference?: string | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
    }
    answer: readonly Inspection[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read an inspection */
  'GET /claims/inspections/{claimInspectionId}': {
    path: {
      /** The id of the inspection. */
      claimInspectionId: number
    }
    answer: Inspection
    takes: 'ifNoneMatch'
  }
  /** Order an inspection of a claim */
  'POST /claims/{claimId}/inspections': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    body: InspectionOrder
    answer: Inspection
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Change an inspection as the administrator */
  'PUT /claims/{claimId}/inspections': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    body: ClaimInspectionPut
    answer: Inspection
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Take or reject an inspection as its company */
  'POST /claims/{claimId}/inspections/takereject/{claimInspectionId}': {
    path: {
      /** The id of the claim. */
      claimId: number
      /** The id of the inspection. */
      claimInspectionId: number
    }
    body: TakeRejectInspection
    answer: Inspection
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Add a photo, report or estimate to an inspection */
  'POST /claims/{claimId}/inspectionfiles/{inspectionId}': {
    path: {
      /** The id of the claim. */
      claimId: number
      /** The id of the inspection. */
      inspectionId: number
    }
    body: InspectionFileData
    answer: InspectionFileResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Report a change of an inspection from the system of its company */
  'PATCH /claims/inspections/syncinspection': {
    body: ClaimInspectionPatchRequest
    answer: InspectionSyncResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Report an inspection as a whole from the system of its company */
  'PUT /claims/inspections/syncpostputinspection': {
    body: ClaimInspection
    answer: InspectionSyncResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Add a note to a claim */
  'POST /claims/{claimId}/notes': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    body: NoteCreateData
    answer: Note
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List the notes of a claim */
  'GET /claims/{claimId}/notes/all': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'createdAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only entries of these types. */
      type?: readonly ('General' | 'Phone' | 'System' | 'Inspection' | 'Customer')[] | undefined
      /** Only notes written at this instant or later. */
      since?: string | undefined
    }
    answer: readonly Note[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a note of a claim */
  'GET /claims/{claimId}/notes/{noteId}': {
    path: {
      /** The id of the claim. */
      claimId: number
      /** The id of the note. */
      noteId: number
    }
    answer: Note
    takes: 'ifNoneMatch'
  }
  /** List the documents of a claim */
  'GET /claims/{claimId}/documents': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'fileName' | 'documentTypeId' | 'createdAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only documents of this type, by its id. */
      documentTypeId?: number | undefined
    }
    answer: readonly Document[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Add a document to a claim, or a version of one */
  'POST /claims/{claimId}/documents': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    body: DocumentCreateData
    answer: DocumentPostResponse
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a document of a claim with its content */
  'GET /claims/{claimId}/documents/{claimDocumentId}': {
    path: {
      /** The id of the claim. */
      claimId: number
      /** The id of the document. */
      claimDocumentId: number
    }
    answer: DocumentWithData
    takes: 'ifNoneMatch'
  }
  /** List the prepaid maintenance services of the contract of a claim */
  'GET /claims/{claimId}/ppmservices': {
    path: {
      /** The id of the claim. */
      claimId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'code' | 'name' | 'sequence' | 'nextDueDate' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly PPMServiceData[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Count and add up claims */
  'GET /claims/statistics': {
    query?: {
      /** Any combination. Default: one row for everything. */
      groupBy?: readonly ('Product' | 'Plan' | 'Dealer' | 'Facility' | 'Cause' | 'Month')[] | undefined
      /** The date of claims that Month, `from` and `to` mean. Paid: the day of the last payment; claims without one are not counted. Money counts on its own day, whatever this says. */
      dateField?: 'Loss' | 'Reported' | 'Paid' | undefined
      /** The first day, included. */
      from?: string | undefined
      /** The last day, included. */
      to?: string | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'productId' | 'planId' | 'dealerId' | 'facilityId' | 'causeId' | 'month' | 'count' | 'open' | 'requested' | 'authorized' | 'paid' | 'reserve' | 'incurred' | 'averagePaid' | 'earned' | 'lossRatio' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly ClaimStatistic[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Show how losses develop by quarter */
  'GET /claims/triangles': {
    query?: {
      /** Incurred: paid and reserve. */
      basis?: 'Paid' | 'Incurred' | undefined
      /** The quarter in which contracts were sold, or in which losses happened. */
      origin?: 'SaleQuarter' | 'LossQuarter' | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** Counts what was booked by this day. Default and latest: today. */
      asOfDate?: string | undefined
    }
    answer: ClaimTriangle
    takes: 'ifNoneMatch'
  }
  /** List the users who may be the adjuster of a claim */
  'GET /claims/adjusters': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'name' | 'userName' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly Adjuster[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** List the cancel requests on the cancel desk */
  'GET /v2/cancelrequests': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: refundDueDate, the most urgent first. */
      sortBy?: 'id' | 'refundDueDate' | 'requestedAt' | 'cancelDate' | 'totalRefund' | 'number' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the record with this business number. Upper and lower case count as the same. */
      number?: string | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Requested' | 'NeedsInfo' | 'Approved' | 'Executed' | 'Denied' | 'Withdrawn')[] | undefined
      /** The id of the contract. */
      contractId?: number | undefined
      /** Only what concerns the contract with this number. */
      contractNumber?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      customerName?: string | undefined
      /** The id of the dealer. */
      dealerId?: number | undefined
      /** Only requests for contracts of the dealer with this number. */
      dealerNumber?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only requests with this cancel reason, by its code. */
      reasonCode?: string | undefined
      /** Only requests of these parties. */
      requestedBy?: readonly ('Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer')[] | undefined
      /** Only requests that were made on this day or later. */
      requestedFrom?: string | undefined
      /** Only requests that were made on this day or earlier. */
      requestedTo?: string | undefined
      /** Only contracts cancelled as of this day or later. */
      cancelDateFrom?: string | undefined
      /** Only contracts cancelled as of this day or earlier. */
      cancelDateTo?: string | undefined
      /** Only requests whose refund is due on this day or later. */
      dueFrom?: string | undefined
      /** Only requests whose refund is due on this day or earlier. */
      dueTo?: string | undefined
      /** Only requests whose refund is due before this day. */
      dueBefore?: string | undefined
      /** True: only requests that wait for the desk and whose refund was due before today. False: only the others. */
      overdue?: boolean | undefined
    }
    answer: PagedResultOfQueuedCancelRequest
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the cancel requests of a contract. Newer: /v2/contracts/{identifier}/cancelrequests. */
  'GET /contracts/{contractId}/cancelrequests': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the newest first. */
      sortBy?: 'id' | 'cancelDate' | 'requestedAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Quote' | 'Expired' | 'Requested' | 'NeedsInfo' | 'Approved' | 'Executed' | 'Denied' | 'Withdrawn')[] | undefined
      /** Only requests made on this day or later. */
      from?: string | undefined
      /** Only requests made on this day or earlier. */
      to?: string | undefined
    }
    answer: readonly CancelRequest[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Quote or request the cancellation of a contract. Newer: /v2/contracts/{identifier}/cancelrequests. */
  'POST /contracts/{contractId}/cancelrequests': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: NewCancelRequestData
    answer: CancelRequest
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List the cancel requests of a contract by its id or number */
  'GET /v2/contracts/{identifier}/cancelrequests': {
    path: {
      /** The id of the record, or its business number or code. If all are digits, ids are tried first. */
      identifier: string | number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the newest first. */
      sortBy?: 'id' | 'cancelDate' | 'requestedAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Quote' | 'Expired' | 'Requested' | 'NeedsInfo' | 'Approved' | 'Executed' | 'Denied' | 'Withdrawn')[] | undefined
      /** Only requests made on this day or later. */
      from?: string | undefined
      /** Only requests made on this day or earlier. */
      to?: string | undefined
    }
    answer: PagedResultOfCancelRequest
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Quote or request the cancellation of a contract by its id or number */
  'POST /v2/contracts/{identifier}/cancelrequests': {
    path: {
      /** The id of the record, or its business number or code. If all are digits, ids are tried first. */
      identifier: string | number
    }
    body: NewCancelRequestData
    answer: CancelRequest
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a cancel request. Newer: /v2/cancelrequests/{identifier}. */
  'GET /cancelrequests/{cancelRequestId}': {
    path: {
      /** The id of the cancel request. */
      cancelRequestId: number
    }
    answer: CancelRequest
    takes: 'ifNoneMatch'
  }
  /** Submit, update, approve, execute, deny or withdraw a cancel request. Newer: /v2/cancelrequests/{identifier}. */
  'POST /cancelrequests/{cancelRequestId}': {
    path: {
      /** The id of the cancel request. */
      cancelRequestId: number
    }
    body: CanceRequestExecutionData
    answer: ActedCancelRequest
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Read a cancel request by its id or number */
  'GET /v2/cancelrequests/{identifier}': {
    path: {
      /** The id of the record, or its business number or code. If all are digits, ids are tried first. */
      identifier: string | number
    }
    answer: CancelRequest
    takes: 'ifNoneMatch'
  }
  /** Submit, update, approve, execute, deny or withdraw a cancel request by its id or number */
  'POST /v2/cancelrequests/{identifier}': {
    path: {
      /** The id of the record, or its business number or code. If all are digits, ids are tried first. */
      identifier: string | number
    }
    body: CanceRequestExecutionData
    answer: ActedCancelRequest
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the cancels of a contract */
  'GET /contracts/{contractId}/cancels': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the newest first. */
      sortBy?: 'id' | 'cancelDate' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Reversed')[] | undefined
      /** Only cancels as of this day or later. */
      from?: string | undefined
      /** Only cancels as of this day or earlier. */
      to?: string | undefined
    }
    answer: readonly Cancel[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Cancel a contract in one step */
  'POST /contracts/{contractId}/cancels': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: ContractCancelData
    answer: Cancel
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a cancel */
  'GET /cancels/{cancelId}': {
    path: {
      /** The id of the cancel. */
      cancelId: number
    }
    answer: Cancel
    takes: 'ifNoneMatch'
  }
  /** Reinstate a contract, confirm or redirect its refund, or write the letter */
  'POST /cancels/{cancelId}': {
    path: {
      /** The id of the cancel. */
      cancelId: number
    }
    body: CancelActionData
    answer: ActedCancel
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List executed cancels */
  'GET /cancels': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: executionDate, the newest first. */
      sortBy?: 'id' | 'cancelDate' | 'executionDate' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Active' | 'Reversed')[] | undefined
      /** Only cancels with this reason, by its code. */
      reasonCode?: string | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** The id of the dealer. */
      dealerId?: number | undefined
      /** Only cancels as of this day or later. */
      cancelDateFrom?: string | undefined
      /** Only cancels as of this day or earlier. */
      cancelDateTo?: string | undefined
      /** Only cancels that were executed on this day or later. */
      executionFrom?: string | undefined
      /** Only cancels that were executed on this day or earlier. */
      executionTo?: string | undefined
    }
    answer: PagedResultOfCancelSearchResult
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the refund payments of a contract. Newer: /v2/contracts/{identifier}/cancelpayments. */
  'GET /contracts/{contractId}/cancelpayments': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'refundDueDate' | 'amount' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Pending' | 'InProcess' | 'Paid' | 'Voided' | 'Stopped')[] | undefined
      /** The first day, included. */
      from?: string | undefined
      /** The last day, included. */
      to?: string | undefined
    }
    answer: readonly CancelPaymentDetails[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the refund payments of a contract by its id or number */
  'GET /v2/contracts/{identifier}/cancelpayments': {
    path: {
      /** The id of the record, or its business number or code. If all are digits, ids are tried first. */
      identifier: string | number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'refundDueDate' | 'amount' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Pending' | 'InProcess' | 'Paid' | 'Voided' | 'Stopped')[] | undefined
      /** The first day, included. */
      from?: string | undefined
      /** The last day, included. */
      to?: string | undefined
    }
    answer: PagedResultOfCancelPaymentDetails
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the refund payments of a cancel request. Newer: /v2/cancelrequests/{identifier}/cancelpayments. */
  'GET /cancelrequests/{cancelRequestId}/cancelpayments': {
    path: {
      /** The id of the cancel request. */
      cancelRequestId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'refundDueDate' | 'amount' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Pending' | 'InProcess' | 'Paid' | 'Voided' | 'Stopped')[] | undefined
      /** The first day, included. */
      from?: string | undefined
      /** The last day, included. */
      to?: string | undefined
    }
    answer: readonly CancelPaymentDetails[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the refund payments of a cancel request by its id or number */
  'GET /v2/cancelrequests/{identifier}/cancelpayments': {
    path: {
      /** The id of the record, or its business number or code. If all are digits, ids are tried first. */
      identifier: string | number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'refundDueDate' | 'amount' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Pending' | 'InProcess' | 'Paid' | 'Voided' | 'Stopped')[] | undefined
      /** The first day, included. */
      from?: string | undefined
      /** The last day, included. */
      to?: string | undefined
    }
    answer: PagedResultOfCancelPaymentDetails
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List the refund payments of a cancel */
  'GET /cancels/{cancelId}/cancelpayments': {
    path: {
      /** The id of the cancel. */
      cancelId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'refundDueDate' | 'amount' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Pending' | 'InProcess' | 'Paid' | 'Voided' | 'Stopped')[] | undefined
      /** The first day, included. */
      from?: string | undefined
      /** The last day, included. */
      to?: string | undefined
    }
    answer: readonly CancelPaymentDetails[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List refunds that are overdue or due soon */
  'GET /cancelpayments/overdue': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the most urgent first. */
      sortBy?: 'id' | 'refundDueDate' | 'amount' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** How many days ahead to look for refunds that fall due. 10 if nothing is sent. */
      withinDays?: number | undefined
      /** Only refunds that are due on this day or later. */
      dueFrom?: string | undefined
      /** Only refunds that are due before this day. */
      dueBefore?: string | undefined
    }
    answer: PagedResultOfOverdueCancelPayment
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List GAP contracts that a newer one or a payoff has ended */
  'GET /contracts/autocancelgap': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** The day for which the answer holds. Today if nothing is sent. */
      asOfDate?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** Only contracts of this dealer. */
      dealerId?: number | undefined
      /** Only contracts of this administrator’s company. */
      adminCompanyId?: number | undefined
      /** True answers each candidate with the contract that replaces it, the cancel date and the refund. */
      detail?: boolean | undefined
    }
    answer: PagedResultOfString | PagedResultOfDuplicateGAPContracts_Result
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Cancel a GAP contract that a newer one or a payoff has ended */
  'POST /contracts/autocancelgap/{contractId}': {
    path: {
      /** The id of the contract. */
      contractId: number
    }
    body: AutomaticStepData
    answer: AutoCancelledResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List the cancel rules */
  'GET /cancelrules': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'ruleCode' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: string | undefined
      /** How the law was read. */
      verification?: readonly ('Read' | 'PartlyRead' | 'Secondary')[] | undefined
      /** The administrator's own rules (Own), or those of the library of state laws (Library). */
      layer?: readonly ('Own' | 'Library')[] | undefined
      /** The code of the rule, such as TX-SC. */
      ruleCode?: string | undefined
    }
    answer: PagedResultOfCancelRule
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Replace the administrator's own cancel rules with those of a file */
  'POST /cancelrules': {
    body: CancelRuleFileApplyData
    answer: AppliedCancelRules
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Show which rule decides in each state, and how sure it is */
  'GET /cancelrules/coverage': {
    query?: {
      /** Today by default. */
      saleDate?: string | undefined
      /** Only records in this state, as a two-letter code such as TX. */
      state?: string | undefined
      /** Only what concerns this type of product, such as VSC or GAP. */
      productTypeCode?: 'VSC' | 'GAP' | undefined
      /** How sure the rule that decides is. */
      certainty?: 'Read' | 'PartlyRead' | 'Secondary' | 'Own' | 'Unverified' | undefined
    }
    answer: LawCoverage
    takes: 'ifNoneMatch'
  }
  /** Take over the library of state laws that comes with this version */
  'POST /cancelrules/library': {
    body: LibraryUpdateData
    answer: LibraryUpdate
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read the administrator's own cancel rules as a file */
  'GET /cancelrules/file': {
    answer: CancelRuleFile
    takes: 'ifNoneMatch'
  }
  /** Check a file of cancel rules */
  'POST /cancelrules/checks': {
    body: CancelRuleFileData
    answer: CancelRuleCheck
    takes: 'dryRun'
  }
  /** Compare a file of cancel rules with the own rules in force */
  'POST /cancelrules/comparisons': {
    body: CancelRuleFileData
    answer: CancelRuleComparison
    takes: 'dryRun'
  }
  /** List the payment methods of account holders */
  'GET /availablePaymentMethods': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this account holder. */
      accountHolderId?: number | undefined
      /** Only entries of these types. */
      type?: readonly ('Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Cash' | 'Netting')[] | undefined
      /** Pay: only methods to pay the account holder. Receive: only methods to receive from it. */
      direction?: 'Pay' | 'Receive' | undefined
    }
    answer: readonly AvailablePaymentMethod[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Give an account holder a payment method */
  'POST /availablePaymentMethods': {
    body: AvailablePaymentMethodData
    answer: AvailablePaymentMethod
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Enter a payment method */
  'POST /availablePaymentMethods/paymentMethod': {
    body: PaymentMethodCreateData
    answer: PaymentMethodCreated
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Remove a payment method of an account holder */
  'DELETE /availablePaymentMethods/{availablePaymentMethodId}': {
    path: {
      /** The id of the account holder’s payment method. */
      availablePaymentMethodId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List cash transactions. Newer: /v2/cashtransactions. */
  'GET /cashtransactions': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: date, then id, the newest first. */
      sortBy?: 'id' | 'date' | 'amount' | 'number' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this account holder. */
      accountHolderId?: number | undefined
      /** Only entries of these types. */
      type?: readonly ('Receipt' | 'Payment')[] | undefined
      /** Only cash dated on this day or later. */
      dateFrom?: string | undefined
      /** Only cash dated on this day or earlier. */
      dateTo?: string | undefined
      /** Only the check with this number. */
      checkNumber?: string | undefined
    }
    answer: readonly CashTransaction[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Enter cash and pay ledger rows with it */
  'POST /cashtransactions': {
    body: CashTransactionCreateData
    answer: CashTransaction
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Search cash transactions */
  'GET /v2/cashtransactions': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: date, then id, the newest first. */
      sortBy?: 'id' | 'date' | 'amount' | 'number' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this account holder. */
      accountHolderId?: number | undefined
      /** Only entries of these types. */
      type?: readonly ('Receipt' | 'Payment')[] | undefined
      /** Only cash dated on this day or later. */
      dateFrom?: string | undefined
      /** Only cash dated on this day or earlier. */
      dateTo?: string | undefined
      /** Only the check with this number. */
      checkNumber?: string | undefined
      /** Only cash that moved by one of these methods. */
      method?: readonly ('Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Netting' | 'Cash')[] | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Posted' | 'Cleared' | 'Voided' | 'Returned')[] | undefined
      /** Only cash of at least this amount, in dollars. */
      amountFrom?: number | undefined
      /** Only cash of at most this amount, in dollars. */
      amountTo?: number | undefined
      /** Only what concerns the contract with this number. */
      contractNumber?: string | undefined
      /** Only what concerns the claim with this number. */
      claimNumber?: string | undefined
      /** Only cash that pays this ledger row. */
      ledgerId?: number | undefined
      /** Only cash with this reference. Upper and lower case count as the same. */
      reference?: string | undefined
      /** True: only cash of which a part can still be applied. False: only the other. */
      hasUnapplied?: boolean | undefined
      /** Only records that changed at this instant or later, in UTC. */
      updatedSince?: string | undefined
    }
    answer: PagedResultOfCashTransaction
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a cash transaction */
  'GET /cashtransactions/{cashTransactionId}': {
    path: {
      /** The id of the cash transaction. */
      cashTransactionId: number
    }
    answer: CashTransaction
    takes: 'ifNoneMatch'
  }
  /** Clear, apply, void or return a cash transaction */
  'PATCH /cashtransactions/{cashTransactionId}': {
    path: {
      /** The id of the cash transaction. */
      cashTransactionId: number
    }
    body: CashTransactionEditData
    answer: CashTransaction
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List the custom fields of a cash transaction, set or not */
  'GET /cashtransactions/{cashTransactionId}/customfields': {
    path: {
      /** The id of the cash transaction. */
      cashTransactionId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'fieldId' | 'code' | 'name' | 'displayOrder' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only the entry with this code. Upper and lower case count as the same. */
      code?: string | undefined
      /** Matches anywhere in the value; case and accents are ignored. */
      name?: string | undefined
      /** True: only fields that are set. False: only those that are not. */
      hasValue?: boolean | undefined
    }
    answer: readonly CashTransactionCustomFieldSearchResult[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Set a custom field of a cash transaction */
  'POST /cashtransactions/{cashTransactionId}/customfields': {
    path: {
      /** The id of the cash transaction. */
      cashTransactionId: number
    }
    body: CashTransactionCustomFieldCreateData
    answer: CashTransactionCustomField
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a custom field of a cash transaction that is set */
  'GET /cashtransactions/{cashTransactionId}/customfields/{fieldId}': {
    path: {
      /** The id of the cash transaction. */
      cashTransactionId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    answer: CashTransactionCustomField
    takes: 'ifNoneMatch'
  }
  /** Change a custom field of a cash transaction that is set */
  'PATCH /cashtransactions/{cashTransactionId}/customfields/{fieldId}': {
    path: {
      /** The id of the cash transaction. */
      cashTransactionId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    body: CashTransactionCustomFieldEditData
    answer: CashTransactionCustomField
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Remove a custom field of a cash transaction that is not required */
  'DELETE /cashtransactions/{cashTransactionId}/customfields/{fieldId}': {
    path: {
      /** The id of the cash transaction. */
      cashTransactionId: number
      /** The id of the definition of the custom field. */
      fieldId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List batches of ledger rows to pay */
  'GET /inprocesscashtransactions': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this account holder. */
      accountHolderId?: number | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Draft' | 'Ready' | 'Processing' | 'Processed' | 'Failed')[] | undefined
      /** Only batches of these directions. */
      direction?: readonly ('Receive' | 'Pay' | 'Net')[] | undefined
      /** Only batches scheduled for this day or later. */
      scheduledFrom?: string | undefined
      /** Only batches scheduled for this day or earlier. */
      scheduledTo?: string | undefined
    }
    answer: readonly InProcessCashTransaction[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Put ledger rows in a batch */
  'POST /inprocesscashtransactions': {
    body: InProcessCashTransactionRequest
    answer: InProcessCashTransaction
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a batch */
  'GET /inprocesscashtransactions/{inProcessCashTransactionId}': {
    path: {
      /** The id of the batch. */
      inProcessCashTransactionId: number
    }
    answer: InProcessCashTransaction
    takes: 'ifNoneMatch'
  }
  /** Delete a batch that is not processed */
  'DELETE /inprocesscashtransactions/{inProcessCashTransactionId}': {
    path: {
      /** The id of the batch. */
      inProcessCashTransactionId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Process a batch: pay its rows */
  'POST /inprocesscashtransactions/{inProcessCashTransactionId}/processrequests': {
    path: {
      /** The id of the batch. */
      inProcessCashTransactionId: number
    }
    body: ProcessInProcessCashTransactionRequest
    answer: InProcessCashTransaction
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List bank files */
  'GET /bankfiles': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly BankFileSummary[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a bank file and clear the cash in it */
  'POST /bankfiles': {
    body: BankFileCreateData
    answer: BankFile
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a bank file with its lines */
  'GET /bankfiles/{bankFileId}': {
    path: {
      /** The id of the bank file. */
      bankFileId: number
    }
    answer: BankFile
    takes: 'ifNoneMatch'
  }
  /** Match or ignore a line of a bank file, or take that back */
  'PATCH /bankfiles/{bankFileId}/lines/{lineId}': {
    path: {
      /** The id of the bank file. */
      bankFileId: number
      /** The id of the line in the bank file. */
      lineId: number
    }
    body: BankFileLineEditData
    answer: BankFileLine
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Export our checks for positive pay */
  'GET /cashtransactions/positivepay': {
    query: {
      /** The first day, included. */
      from: string
      /** The last day, included. */
      to: string
    }
    answer: Blob
  }
  /** Print a check */
  'GET /cashtransactions/{cashTransactionId}/check': {
    path: {
      /** The id of the cash transaction. */
      cashTransactionId: number
    }
    answer: Blob
  }
  /** Verify the books */
  'GET /books/verification': {
    query?: {
      /** Today by default. */
      asOfDate?: string | undefined
    }
    answer: BooksVerification
    takes: 'ifNoneMatch'
  }
  /** List the accounting periods */
  'GET /accountingperiods': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'period' | 'status' | 'closedAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly AccountingPeriod[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Close or reopen an accounting period */
  'PATCH /accountingperiods/{period}': {
    path: {
      /** The month, such as 2024-03. */
      period: string | number
    }
    body: AccountingPeriodEditData
    answer: AccountingPeriod
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Export the journal of an accounting period for a general ledger */
  'GET /accountingperiods/{period}/journal': {
    path: {
      /** The month, such as 2024-03. */
      period: string | number
    }
    answer: Blob
  }
  /** List what can be paid and received now */
  'GET /ledgers/payReceiveLedgers': {
    query?: {
      /** Only what concerns this account holder. Default: every account holder with autoPayReceive that has rows due. */
      accountHolderId?: number | undefined
      /** Only account holders of these kinds. */
      accountHolderType?: readonly ('AdminCompany' | 'Agent' | 'ClaimPayee' | 'Customer' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility')[] | undefined
      /** Rows that are due by this day. Default: today. */
      asOfDate?: string | undefined
      /** Whether what is owed may be settled against what is payable. */
      netAllowed?: boolean | undefined
      /** Net amounts below this are not eligible, in dollars. */
      minAmount?: number | undefined
      /** The method to settle by. An account holder without it is not eligible. */
      method?: 'Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Netting' | 'Cash' | undefined
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'number' | 'totalReceive' | 'totalPay' | 'net' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly PayReceiveLedgers[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** List what is unpaid, by product */
  'GET /ledgers/unpaidLedgersProducts': {
    query: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | 'productName' | 'net' | 'oldestDue' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this account holder. */
      accountHolderId: number
      /** Receive: what account holders owe. Pay: what the administrator owes them. */
      direction?: 'Receive' | 'Pay' | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** Only contracts sold on this day or later. */
      saleDateFrom?: string | undefined
      /** Only contracts sold on this day or earlier. */
      saleDateTo?: string | undefined
      /** Only what concerns the contract with this number. */
      contractNumber?: string | undefined
      /** Whether rows of cancels are included. True if nothing is sent. */
      includeCancels?: boolean | undefined
      /** Only rows that are due before this day. */
      dueBefore?: string | undefined
    }
    answer: PagedResultOfUnpaidLedgerProduct
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Summarize the ledger */
  'GET /ledgerSummary': {
    query?: {
      /** Any combination. Default: one row for everything. */
      groupBy?: readonly ('AccountHolder' | 'Disbursement' | 'Product' | 'Program' | 'Month' | 'LedgerType')[] | undefined
      /** Only what concerns this account holder. */
      accountHolderId?: number | undefined
      /** Only what concerns this product. */
      productId?: number | undefined
      /** The date that Month, `from` and `to` mean. */
      dateField?: 'Accounting' | 'Effective' | undefined
      /** The first day, included. */
      from?: string | undefined
      /** The last day, included. */
      to?: string | undefined
      /** Counts what was booked by this day: rows, corrections, voids and applied cash. Default: the rows as they are. */
      asOfDate?: string | undefined
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'accountHolderId' | 'disbursementCode' | 'productId' | 'programId' | 'month' | 'ledgerType' | 'count' | 'written' | 'cancelled' | 'claims' | 'other' | 'net' | 'paid' | 'received' | 'open' | 'held' | 'pending' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly LedgerSummary[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** List open amounts by how long they are past due */
  'GET /aging': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the largest total first. */
      sortBy?: 'id' | 'total' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only what concerns this account holder. */
      accountHolderId?: number | undefined
      /** Only account holders of these kinds. */
      accountHolderType?: readonly ('AdminCompany' | 'Agent' | 'ClaimPayee' | 'Customer' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility')[] | undefined
      /** Receive: what account holders owe. Pay: what the administrator owes them. */
      direction?: 'Receive' | 'Pay' | undefined
      /** The day for which the answer holds. Today if nothing is sent. */
      asOfDate?: string | undefined
    }
    answer: PagedResultOfAging
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** List ACH files */
  'GET /achfiles': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly AchFile[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Make an ACH file */
  'POST /achfiles': {
    body: AchFileCreateData
    answer: AchFile
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read an ACH file without its content */
  'GET /achfiles/{achFileId}': {
    path: {
      /** The id of the ACH file. */
      achFileId: number
    }
    answer: AchFile
    takes: 'ifNoneMatch'
  }
  /** Download an ACH file */
  'GET /achfiles/{achFileId}/content': {
    path: {
      /** The id of the ACH file. */
      achFileId: number
    }
    answer: Blob
  }
  /** Apply a return file of the bank */
  'POST /achfiles/returns': {
    body: AchReturnFileData
    answer: AchReturns
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Request a statement of an account holder */
  'POST /accountholders/{accountHolderId}/statementrequests': {
    path: {
      /** The id of the account holder. */
      accountHolderId: number
    }
    body: AccountHolderStatementRequest
    answer: StatementRequestResult
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List the newest statements that were requested */
  'GET /statementrequests': {
    query?: {
      /** Only what concerns this account holder. */
      accountHolderId?: number | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Queued' | 'Running' | 'Completed' | 'Failed')[] | undefined
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'number' | 'fromDate' | 'toDate' | 'status' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly StatementRequest[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Read how far a statement is */
  'GET /statementrequests/{statementRequestId}': {
    path: {
      /** The id of the statement request. */
      statementRequestId: number
    }
    answer: StatementRequest
    takes: 'ifNoneMatch'
  }
  /** Open a run of an automatic process */
  'POST /automatic-process-runs': {
    body: AutomaticProcessRunAddRequest
    answer: AutomaticProcessRun
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List runs of automatic processes, newest first */
  'GET /automatic-process-runs': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: newest first. */
      sortBy?: 'id' | 'startedAt' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only runs of these processes. */
      processType?: readonly ('AutoExpire' | 'AutoVoid' | 'AutoCancelGap' | 'AccountHolderAutoExpire' | 'EarningsUpdate' | 'LedgerPayReceive' | 'Statements' | 'QuoteExpiry' | 'RefundDeadlines' | 'DisbursementChanges' | 'WebhookDeliveryCleanup' | 'IdempotencyCleanup' | 'FileSweep')[] | undefined
      /** Only records in one of these statuses. */
      status?: readonly ('Running' | 'Completed' | 'CompletedWithErrors' | 'Failed' | 'Aborted')[] | undefined
      /** Only runs that began on this day or later. */
      startedFrom?: string | undefined
      /** Only runs that began on this day or earlier. */
      startedTo?: string | undefined
    }
    answer: readonly AutomaticProcessRun[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read a run of an automatic process */
  'GET /automatic-process-runs/{guid}': {
    path: {
      /** The id of the run. */
      guid: string | number
    }
    answer: AutomaticProcessRun
    takes: 'ifNoneMatch'
  }
  /** Report the progress or the end of a run */
  'PATCH /automatic-process-runs/{guid}': {
    path: {
      /** The id of the run. */
      guid: string | number
    }
    body: AutomaticProcessRunPatch
    answer: AutomaticProcessRun
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** List what happened to the candidates of a run */
  'GET /automatic-process-runs/{guid}/items': {
    path: {
      /** The id of the run. */
      guid: string | number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only candidates with one of these outcomes. */
      outcome?: readonly ('Succeeded' | 'Skipped' | 'Failed')[] | undefined
    }
    answer: PagedResultOfAutomaticProcessRunItem
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Read events in their order, by cursor */
  'GET /events': {
    query?: {
      /** The cursor `next` of an earlier answer. Absent: from the beginning. */
      after?: string | undefined
      /** The most events to answer, at most 1,000. 100 if nothing is sent. */
      limit?: number | undefined
      /** Reads the newest events, so many, in place of those after a cursor. */
      last?: number | undefined
      /** Types, or all of a kind: contract.*. Absent: all. */
      types?: readonly (string | number)[] | undefined
      /** One record, such as contracts/1204. */
      subject?: string | undefined
    }
    answer: EventPage
    paging: 'cursor'
    takes: 'ifNoneMatch'
  }
  /** List the types of events, with the schemas of their data */
  'GET /events/types': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. Default: 25 with a page number, all rows without. */
      pageSize?: number | undefined
      /** The field to sort by. Default: the order in which it is made. */
      sortBy?: 'type' | 'subject' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
    }
    answer: readonly EventType[]
    paging: 'pages'
    takes: 'ifNoneMatch' | 'as'
    as: 'csv'
  }
  /** Follow events as they happen, as server-sent events */
  'GET /events/stream': {
    query?: {
      /** A cursor. The header Last-Event-ID counts more. Without both the stream begins with what happens next. */
      after?: string | undefined
      /** Types, or all of a kind: contract.*. Absent: all. */
      types?: readonly (string | number)[] | undefined
      /** One record, such as contracts/1204. */
      subject?: string | undefined
    }
    answer: ReadableStream<string>
  }
  /** Read one event */
  'GET /events/{eventId}': {
    path: {
      /** The id of the event. */
      eventId: string | number
    }
    answer: Event
    takes: 'ifNoneMatch'
  }
  /** List the webhooks */
  'GET /webhooks': {
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** True: only entries that can be used now. False: only those that no longer can. */
      isActive?: boolean | undefined
      /** True: only webhooks whose deliveries fail, or that the service has switched off. False: only the others. */
      isFailing?: boolean | undefined
    }
    answer: readonly Webhook[]
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Create a webhook; its secret is shown only once */
  'POST /webhooks': {
    body: WebhookCreateData
    answer: WebhookMade
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Read a webhook, without its secret */
  'GET /webhooks/{webhookId}': {
    path: {
      /** The id of the webhook. */
      webhookId: number
    }
    answer: Webhook
    takes: 'ifNoneMatch'
  }
  /** Change a webhook, or switch it on or off */
  'PATCH /webhooks/{webhookId}': {
    path: {
      /** The id of the webhook. */
      webhookId: number
    }
    body: WebhookPatch
    answer: Webhook
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Delete a webhook; deliveries that are waiting are dropped */
  'DELETE /webhooks/{webhookId}': {
    path: {
      /** The id of the webhook. */
      webhookId: number
    }
    answer: undefined
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun' | 'ifMatch'
  }
  /** Change the secret; for 24 hours the old one signs as well */
  'POST /webhooks/{webhookId}/secret': {
    path: {
      /** The id of the webhook. */
      webhookId: number
    }
    answer: WebhookSecret
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** Send a test event, webhook.test */
  'POST /webhooks/{webhookId}/test': {
    path: {
      /** The id of the webhook. */
      webhookId: number
    }
    answer: WebhookTestDelivery
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List the deliveries of a webhook with their attempts */
  'GET /webhooks/{webhookId}/deliveries': {
    path: {
      /** The id of the webhook. */
      webhookId: number
    }
    query?: {
      /** The page number, starting at 1. */
      pageNumber?: number | undefined
      /** The number of rows per page. */
      pageSize?: number | undefined
      /** The field to sort by. Default: newest first. */
      sortBy?: 'id' | undefined
      /** Asc for ascending, Desc for descending. Rows that are equal follow by id. */
      sortDirection?: 'Asc' | 'Desc' | undefined
      /** Count exactly, even above 10,000 rows. */
      exactCount?: boolean | undefined
      /** Only deliveries in one of these statuses. */
      status?: readonly ('Pending' | 'Delivered' | 'Failed')[] | undefined
      /** Only deliveries of this event. */
      eventId?: string | undefined
    }
    answer: PagedResultOfWebhookDelivery
    paging: 'pages'
    takes: 'as'
    as: 'csv'
  }
  /** Send events again: some by their ids, or up to 1,000 after a cursor */
  'POST /webhooks/{webhookId}/replay': {
    path: {
      /** The id of the webhook. */
      webhookId: number
    }
    body: WebhookReplayData
    answer: WebhookReplayed
    effects: Effects
    takes: 'idempotencyKey' | 'dryRun'
  }
  /** List the reports that the caller may read */
  'GET /reports': {
    answer: ReportNames
    takes: 'ifNoneMatch'
  }
  /** Report production by month and product */
  'GET /reports/production': {
    query?: {
      /** The first day. Default: the first day of the month eleven months ago. */
      fromDate?: string | undefined
      /** The last day. Default: today. */
      toDate?: string | undefined
      /** Only contracts of this product. */
      productId?: number | undefined
      /** Only contracts of this dealer. */
      dealerId?: number | undefined
    }
    answer: Report
    takes: 'ifNoneMatch'
  }
  /** Report what was earned and what is unearned */
  'GET /reports/earnings': {
    query?: {
      /** The first day. Default: the first day of the month eleven months ago. */
      fromDate?: string | undefined
      /** The last day. Default: today. */
      toDate?: string | undefined
      /** A row for each code of lines, or for each month. */
      by?: 'Code' | 'Month' | undefined
    }
    answer: Report
    takes: 'ifNoneMatch'
  }
  /** Report the loss ratio by plan */
  'GET /reports/loss-ratio': {
    query?: {
      /** The first day. Default: the first day of the month eleven months ago. */
      fromDate?: string | undefined
      /** The last day. Default: today. */
      toDate?: string | undefined
      /** Only contracts of this product. */
      productId?: number | undefined
      /** Only contracts of this dealer. */
      dealerId?: number | undefined
    }
    answer: Report
    takes: 'ifNoneMatch'
  }
  /** Report how the losses of each month develop */
  'GET /reports/loss-triangle': {
    query?: {
      /** Incurred: paid and reserve. */
      basis?: 'Paid' | 'Incurred' | undefined
      /** The first day. Default: the first day of the month eleven months ago. */
      fromDate?: string | undefined
      /** The last day. Default: today. */
      toDate?: string | undefined
      /** Counts what was booked by this day. Default and latest: today. */
      asOfDate?: string | undefined
      /** Only contracts of this product. */
      productId?: number | undefined
    }
    answer: Report
    takes: 'ifNoneMatch'
  }
  /** Report cancels by reason */
  'GET /reports/cancels': {
    query?: {
      /** The first day. Default: the first day of the month eleven months ago. */
      fromDate?: string | undefined
      /** The last day. Default: today. */
      toDate?: string | undefined
      /** Only contracts of this product. */
      productId?: number | undefined
      /** Only contracts of this dealer. */
      dealerId?: number | undefined
    }
    answer: Report
    takes: 'ifNoneMatch'
  }
  /** Report open amounts by how long they are past due */
  'GET /reports/aging': {
    query?: {
      /** The day for which the answer holds. Default: today. */
      asOfDate?: string | undefined
      /** What is owed to us, or what we owe. */
      direction?: 'Receive' | 'Pay' | undefined
    }
    answer: Report
    takes: 'ifNoneMatch'
  }
  /** Report overdue refunds by how late they are */
  'GET /reports/overdue-refunds': {
    answer: Report
    takes: 'ifNoneMatch'
  }
  /** Find records by a number, a VIN, a name or a phone number */
  'GET /search': {
    query: {
      /** The text to look for, such as VSC-0001204, CXR-000088, a VIN, Dana Reyes or 512-555-0142. */
      q: string
      /** Only records of these kinds. Absent: all kinds that the caller may read. */
      kinds?: readonly ('Contract' | 'CancelRequest' | 'Claim' | 'CashTransaction' | 'Dealer' | 'AccountHolder' | 'Customer')[] | undefined
      /** How many records of each kind are answered at most. */
      perKind?: number | undefined
    }
    answer: SearchAnswer
    takes: 'ifNoneMatch'
  }
  /** Count what waits for the caller */
  'GET /queues': {
    answer: Queues
    takes: 'ifNoneMatch'
  }
  /** Read who changed what, newest first, by cursor */
  'GET /audit': {
    query?: {
      /** Only changes of this record, such as contracts/1204. */
      subject?: string | undefined
      /** Only changes by this user, client or API key, by its name. */
      user?: string | undefined
      /** Only changes with this operation, such as POST /contracts/{contractId}/finalize. */
      operation?: string | undefined
      /** Only changes on this day or later. */
      from?: string | undefined
      /** Only changes on this day or earlier. */
      to?: string | undefined
      /** The cursor `next` of an earlier answer. Absent: from the newest record. */
      after?: string | undefined
      /** How many records are answered at most. */
      limit?: number | undefined
    }
    answer: AuditPage
    paging: 'cursor'
    takes: 'ifNoneMatch'
  }
  /** Read the clock of the sandbox */
  'GET /sandbox/clock': {
    answer: SandboxClock
  }
  /** Set the clock to a fixed time; null returns to real time */
  'PUT /sandbox/clock': {
    body: SandboxClockData
    answer: SandboxClock
  }
  /** Read the mails that would have been sent */
  'GET /sandbox/mails': {
    answer: readonly SandboxMail[]
  }
  /** Restore the seed and reset the clock */
  'POST /sandbox/reset': {
    answer: undefined
  }
}

/** The codes of all problems. */
export type ProblemCode = 'ValidationFailed' | 'CriteriaInvalid' | 'MissingParameters' | 'MalformedJson' | 'InvalidBase64' | 'CursorInvalid' | 'Unauthenticated' | 'TotpRequired' | 'Forbidden' | 'CsrfMissing' | 'MoreThanOwn' | 'OwnRights' | 'EnrollmentRequired' | 'NotFound' | 'NoPlansFound' | 'RouteNotFound' | 'MethodNotAllowed' | 'NotAcceptable' | 'InvalidTransition' | 'NotEditable' | 'DuplicateNumber' | 'GroupNotEmpty' | 'FieldExists' | 'FieldRequired' | 'OverlappingRange' | 'RateBookMoved' | 'RateBookUnchanged' | 'RateBookInvalid' | 'CancelRulesMoved' | 'CancelRulesUnchanged' | 'CancelRulesInvalid' | 'LedgerNotEditable' | 'PeriodNotOver' | 'EarlierPeriodOpen' | 'LaterPeriodClosed' | 'RequestInProgress' | 'PreconditionFailed' | 'RequestTimeout' | 'PayloadTooLarge' | 'UnsupportedMediaType' | 'ExpectationFailed' | 'UnknownReference' | 'AccountInactive' | 'DateRangeInvalid' | 'AccountHolderKindInvalid' | 'CalculationInvalid' | 'HierarchyCycle' | 'VinInvalid' | 'VinNotDecoded' | 'IdempotencyKeyReused' | 'SettingInvalid' | 'FieldInvalid' | 'PasswordTooWeak' | 'PasswordWrong' | 'TotpInvalid' | 'RateInvalid' | 'RateInputMismatch' | 'RateChanged' | 'Ineligible' | 'RetailOutOfRange' | 'DuplicateContract' | 'NotVoidable' | 'NoMailAddress' | 'OpenHold' | 'NothingToRefinalize' | 'NotCancellable' | 'MissingDocuments' | 'NotFunded' | 'FinalizeDateOutOfRange' | 'HoldExists' | 'HoldDateOutOfRange' | 'ResolveDateOutOfRange' | 'AlreadyResolved' | 'NotTransferable' | 'TransferWindowPassed' | 'AlreadyTransferred' | 'TransferFeeTooHigh' | 'OdometerBelowLastKnown' | 'CobuyerExists' | 'NotEligible' | 'InProcessCash' | 'AsOfDateOutOfRange' | 'OpenCancelRequest' | 'CancelDateOutOfRange' | 'NoticeDateOutOfRange' | 'CancelDateTooOld' | 'OdometerRequired' | 'RequesterNotAllowed' | 'ReasonNotAllowed' | 'PayeeNotAllowed' | 'OverrideOutOfRange' | 'OverrideDoesNotSum' | 'LinesDoNotSum' | 'PaymentsDoNotSum' | 'QuoteExpired' | 'NeedsInfo' | 'AmountsChanged' | 'AlreadyExecuted' | 'ExecutionDateOutOfRange' | 'AlreadyReversed' | 'NotLastCancel' | 'RefundAlreadyPaid' | 'LedgerInOtherBatch' | 'ReinstateDateOutOfRange' | 'GapDaysOutOfRange' | 'NotConfirmable' | 'AlreadyConfirmed' | 'AmountMismatch' | 'ClearedBeforeCash' | 'LedgerNotOpen' | 'OverApplied' | 'LedgerOfOther' | 'DateInFuture' | 'DuplicateCheckNumber' | 'DirectionMismatch' | 'NothingSelected' | 'PaymentMethodNotUsable' | 'AlreadyProcessed' | 'AmountChanged' | 'DifferenceTooLarge' | 'RoutingNumberInvalid' | 'AccountNumberInvalid' | 'InUse' | 'AlreadyInAchFile' | 'NotAch' | 'NothingToSend' | 'EffectiveDateInvalid' | 'DuplicateReturnFile' | 'AchFileInvalid' | 'DuplicateBankFile' | 'BankFileInvalid' | 'NotCheck' | 'PeriodNotReady' | 'RunAlreadyActive' | 'RunFinished' | 'RunOfService' | 'CountersNotMonotone' | 'CountersInconsistent' | 'ExecuteRequired' | 'ParametersInvalid' | 'LossInFuture' | 'FourEyes' | 'ClaimClosed' | 'CompanyInactive' | 'AlreadyTaken' | 'DuplicateReference' | 'RejectReasonRequired' | 'DetailDecided' | 'PaymentRequested' | 'PaidDetails' | 'ClaimNotSettled' | 'NoHold' | 'InspectionOpen' | 'NothingAuthorized' | 'DuplicateInvoice' | 'AlreadyPaid' | 'InvalidCombination' | 'SettlementMismatch' | 'NotInForce' | 'NotCovered' | 'NothingPayable' | 'CauseExcluded' | 'InspectionRequired' | 'ChecklistOpen' | 'NoServicesLeft' | 'OutsideWindow' | 'AuthorizationExpired' | 'PayeeBlocked' | 'TaxIdMissing' | 'InvoiceAboveAuthorized' | 'AmountAboveInvoice' | 'OverAuthorized' | 'UrlNotAllowed' | 'TooManyWebhooks' | 'WebhookInactive' | 'Locked' | 'PreconditionRequired' | 'TooManyRequests' | 'QuoteNotReproduced' | 'InternalError' | 'NotReady' | 'InsufficientStorage'

/** An account holder or group that a caller is limited to. */
export interface AccessScope {
  /** The kind of record that limits the caller, such as Dealer or DealerGroup. */
  type: 'Dealer' | 'DealerGroup' | 'PortalVisibilityGroup' | 'Agent' | 'LienHolder' | 'RepairFacility' | 'InspectionCompany'
  /** The id of the record that limits the caller. */
  id: number
}

export interface AccountHolderACH {
  /** The ABA routing number of the bank: nine digits, the last of which is a check digit. */
  routingNumber: string
  /** The number of the account. It is stored encrypted and never answered whole. Write only. Without it, the payment method with this id keeps its account number. */
  accountNumber?: string | null | undefined
  /** Whether it is a checking or a savings account. */
  accountType?: 'Checking' | 'Savings' | undefined
  /** The name on the bank account. */
  holderName: string
  /** The class of ACH entry: CCD for a business account, PPD for a personal one. */
  secCode?: 'CCD' | 'PPD' | undefined
  /** The name of the bank. Null: not known. */
  bankName?: string | null | undefined
  /** Whether a test entry of zero dollars was sent to the bank: None, Sent, Confirmed or Failed. Default: as it is. None for a new account. */
  prenoteStatus?: 'None' | 'Sent' | 'Confirmed' | 'Failed' | undefined
  /** Whether it can be used now. What is inactive stays on the records that already have it. Default: as it is. True for a new account. */
  isActive?: boolean | undefined
  /** The first day for which the account was given. Kept for information. Null: not said. */
  effectiveFrom?: string | null | undefined
}

export interface AccountHolderACHEditData {
  /** The ABA routing number of the bank: nine digits, the last of which is a check digit. */
  routingNumber?: string | null | undefined
  /** The number of the account. It is stored encrypted and never answered whole. */
  accountNumber?: string | null | null | undefined
  /** Whether it is a checking or a savings account. */
  accountType?: 'Checking' | 'Savings' | null | undefined
  /** The name on the bank account. */
  holderName?: string | null | undefined
  /** The class of ACH entry: CCD for a business account, PPD for a personal one. */
  secCode?: 'CCD' | 'PPD' | null | undefined
  /** The name of the bank. Null: not known. */
  bankName?: string | null | null | undefined
  /** Whether a test entry of zero dollars was sent to the bank: None, Sent, Confirmed or Failed. Default: as it is. None for a new account. */
  prenoteStatus?: 'None' | 'Sent' | 'Confirmed' | 'Failed' | null | undefined
  /** Whether it can be used now. What is inactive stays on the records that already have it. Default: as it is. True for a new account. */
  isActive?: boolean | null | undefined
  /** The first day for which the account was given. Kept for information. Null: not said. */
  effectiveFrom?: string | null | null | undefined
}

export interface AccountHolderAutoExpireFailureResponse {
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number
  /** The number of the account holder. */
  number: string
  /** The name of the account holder. */
  name: string
  /** Why the account holder was not expired: InProcessCash, while a batch of it is open, or RecordInUse, while someone else changes it. */
  reasonCode: 'RecordInUse' | 'InProcessCash'
  /** What happened, in a sentence for people. */
  message: string
}

export interface AccountHolderAutoExpireRequest {
  /** The day for which the figures hold. Without it, today. */
  asOfDate?: string | undefined
  /** The kinds of account holders to look at. Without it, all types. */
  types?: readonly ('AdminCompany' | 'Agent' | 'ClaimPayee' | 'Customer' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility')[] | undefined
  /** True: nothing changes, and the answer is the same. Like the query parameter of that name. */
  dryRun?: boolean | undefined
}

export interface AccountHolderAutoExpireResponse {
  /** The day that expiration dates were compared with. */
  asOfDate: string
  /** How many account holders were past their expiration date. */
  processed: number
  /** How many of them are Expired now. */
  expired: number
  /** The account holders that could not be expired, and why. */
  failures: readonly AccountHolderAutoExpireFailureResponse[]
}

export interface AccountHolderCustomField {
  /** The id of the definition of the custom field. */
  fieldId: number
  /** The code of the custom field, such as TIER. */
  code: string
  /** The name of the custom field as people read it. */
  name: string
  /** The type of the value: Text, Number, Money, Date, Bool or List. */
  dataType: 'Text' | 'Number' | 'Money' | 'Date' | 'Bool' | 'List'
  /** Text, Date and List: a string. Number and Money: a number. Bool: true or false. */
  value: string | number | boolean
}

/** Name the field by `fieldId` or by `code`. If both are sent, they must name the same field. */
export interface AccountHolderCustomFieldCreateData {
  /** The id of the definition of the custom field. */
  fieldId?: number | undefined
  /** The code of the custom field. Or send `fieldId`. */
  code?: string | undefined
  /** Text, Date and List: a string. Number and Money: a number. Bool: true or false. */
  value: unknown
}

export interface AccountHolderCustomFieldEditData {
  /** Text, Date and List: a string. Number and Money: a number. Bool: true or false. */
  value: unknown
}

export interface AccountHolderCustomFieldSearchResult {
  /** The id of the definition of the custom field. */
  fieldId: number
  /** The code of the custom field, such as TIER. */
  code: string
  /** The name of the custom field as people read it. */
  name: string
  /** The type of the value: Text, Number, Money, Date, Bool or List. */
  dataType: 'Text' | 'Number' | 'Money' | 'Date' | 'Bool' | 'List'
  /** Text, Date and List: a string. Number and Money: a number. Bool: true or false. Null: not set. */
  value: string | number | boolean | null
}

export interface AccountHolderSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder, such as Dealer or LienHolder. */
  type: 'AdminCompany' | 'Agent' | 'ClaimPayee' | 'Customer' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility'
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
}

export interface AccountHolderStatementRequest {
  /** The first day of the statement. */
  fromDate: string
  /** The last day of the statement. */
  toDate: string
  /** The format of the document: Pdf or Csv. Pdf if nothing is sent. */
  format?: 'Pdf' | 'Csv' | undefined
  /** How the account holder gets it. If absent, as the account holder wants it. */
  delivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** If false, items that are paid by now are one line for each group. */
  includePaid?: boolean | undefined
}

export interface AccountingPeriod {
  /** The month, such as 2024-03. */
  period: string
  /** Open, or Closed: nothing more is posted to the month. */
  status: 'Open' | 'Closed'
  /** When the month was closed. Null: it is open. */
  closedAt: string | null
  /** Who closed the month. Null: it is open. */
  closedBy: string | null
}

export interface AccountingPeriodEditData {
  /** Closed closes the month, Open reopens it. */
  status: 'Open' | 'Closed'
}

export interface AchCorrection {
  /** The id of the cash transaction. Null for a prenote. */
  cashTransactionId: number | null
  /** The code of the change, such as C01 for the account number. */
  changeCode: string
  /** What the bank says is right, masked. */
  correctedData: string
}

export interface AchFile {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the file, with its ending. */
  fileName: string
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** The day on which the bank should move the money. */
  effectiveEntryDate: string
  /** Whether the file only checks new accounts, with entries of zero dollars. */
  isPrenote: boolean
  /** How many batches the file has. */
  batchCount: number
  /** How many entries the file has. */
  entryCount: number
  /** What the file collects, in dollars. */
  totalDebit: number
  /** What the file pays out, in dollars. */
  totalCredit: number
  /** The check sum of the routing numbers in the file. */
  entryHash: number
  /** The cash transactions that it led to or holds. */
  cashTransactionIds: readonly number[]
}

export interface AchFileCreateData {
  /** The cash transactions that it led to or holds. Default: all ACH cash transactions that are Posted and in no file. */
  cashTransactionIds?: readonly number[] | undefined
  /** A weekday, today or later. Default: the next one. */
  effectiveEntryDate?: string | undefined
  /** Make a file of zero amounts that asks the banks to check accounts that are new. */
  prenotes?: boolean | undefined
}

export interface AchReturnFileData {
  /** The name of the file, with its ending. */
  fileName: string
  /** The bank's return file, in base64. */
  data: string
}

export interface AchReturnedEntry {
  /** The id of the cash transaction. Null for a prenote. */
  cashTransactionId: number | null
  /** The trace number of the entry: 15 digits. */
  achTrace: string
  /** Why the bank sent it back, such as R01 for insufficient funds. */
  returnCode: string
}

export interface AchReturns {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The entries that the bank sent back. */
  returned: readonly AchReturnedEntry[]
  /** The notifications of change: what the bank says is right. */
  corrections: readonly AchCorrection[]
  /** Entries of the file that belong to no cash transaction. */
  unmatched: readonly AchUnmatchedEntry[]
}

export interface AchUnmatchedEntry {
  /** The trace number of the entry: 15 digits. */
  achTrace: string
  /** The amount of the entry, in dollars. */
  amount: number
  /** The return or change code of the entry. */
  returnCode: string
}

export interface ActedCancel {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the cancel, such as CXL-000045. */
  number: string
  /** The id of the contract. */
  contractId: number
  /** The number of the contract. Null: it has none yet. */
  contractNumber: string | null
  /** The cancel request that it came from. Null: it was cancelled in one step. */
  cancelRequestId: number | null
  /** Who asked for the cancellation: Customer, Dealer, LienHolder, Administrator or Insurer. */
  requestedBy: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer'
  /** The day on which notice of the cancellation arrived. Free look and refund deadline count from it. */
  noticeReceivedDate: string
  /** The day as of which the contract is cancelled. The refund is computed for this day. */
  cancelDate: string
  /** The odometer reading on the cancel date, in the unit of the contract. Needed where the refund depends on miles. Null: not known. */
  cancelOdometer: number | null
  /** The unit of the odometer reading: Miles or Km. Null: the contract counts hours or nothing. */
  cancelOdometerUnit: 'Miles' | 'Km' | null
  /** The day on which the cancel counts in the books. */
  executionDate: string
  /** When the cancel was executed. */
  executedAt: string
  /** Who executed the cancel. */
  executedBy: string
  /** The cancel reason. */
  reason: CancelReason
  /** The refund and how it comes about. */
  calculation: CancelCalculation
  /** The figures that were set by hand. Null: all follow from the rules. */
  override: CancelOverride | null
  /** Active, or Reversed after a reinstatement. */
  status: 'Active' | 'Reversed'
  /** The reinstatement that reversed the cancel. Null: it stands. */
  reinstatement: CancelReinstatement | null
  /** The refund payments of the cancel. */
  payments: readonly CancelPaymentDetails[]
  /** A note for the file. It is kept with the record and changes nothing else. */
  note: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** The document that was made with this request. */
  generatedDocument?: GeneratedContractDocument | undefined
}

export interface ActedCancelRequest {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the cancel request, such as CXR-000088. */
  number: string
  /** The id of the contract. */
  contractId: number
  /** The number of the contract. Null: it has none yet. */
  contractNumber: string | null
  /** Quote, Expired (a quote past its day), Requested, NeedsInfo, Approved, Executed, Denied or Withdrawn. */
  status: 'Quote' | 'Expired' | 'Requested' | 'NeedsInfo' | 'Approved' | 'Executed' | 'Denied' | 'Withdrawn'
  /** Whether it is only a quote, which changes nothing on the contract. */
  isQuoteOnly: boolean
  /** Who asked for the cancellation: Customer, Dealer, LienHolder, Administrator or Insurer. */
  requestedBy: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer'
  /** When the request was made. */
  requestedAt: string
  /** The day on which notice of the cancellation arrived. Free look and refund deadline count from it. */
  noticeReceivedDate: string
  /** The day as of which the contract is cancelled. The refund is computed for this day. */
  cancelDate: string
  /** The odometer reading on the cancel date, in the unit of the contract. Needed where the refund depends on miles. Null: not known. */
  cancelOdometer: number | null
  /** The unit of the odometer reading: Miles or Km. Null: the contract counts hours or nothing. */
  cancelOdometerUnit: 'Miles' | 'Km' | null
  /** The cancel reason. */
  reason: CancelReason
  /** Whether the loan is paid off, so that the customer and not the lender is paid. Null or absent: true for the reason PAYOFF, otherwise false. */
  lienPaidOff: boolean | null
  /** The ids of documents that belong with it. They must already be on the same contract or claim. */
  documentIds: readonly number[]
  /** The refund and how it comes about. Null while a required input is missing. */
  calculation: CancelCalculation | null
  /** The figures that were set by hand. Null: all follow from the rules. */
  override: CancelOverride | null
  /** For a quote with alternatives. */
  alternatives: readonly CancelAlternative[]
  /** E.g. `cancelOdometer`, `document:CancelForm`. */
  missing: readonly string[]
  /** For quotes: the last day on which it can be submitted. Afterwards its status is Expired. */
  validUntil: string | null
  /** Why the request was denied. Null: it was not. */
  denyReason: string | null
  /** A note for the file. It is kept with the record and changes nothing else. */
  note: string | null
  /** The cancel that the request led to. Null: it is not executed. */
  cancelId: number | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** The document that was made with this request. */
  generatedDocument?: GeneratedContractDocument | undefined
}

export interface Address {
  /** The street address or post office box. */
  line1: string | null
  /** The apartment, suite or unit. Null if there is none. */
  line2: string | null
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The ZIP code, such as 78701. */
  zip: string | null
  /** The county. It matters where a county has a sales tax of its own. */
  county: string | null
  /** The country, as a two-letter code. */
  country: string
  /** What the address is for: Mailing, Physical or Billing. */
  type: string | null
}

export interface AddressData {
  /** The street address or post office box. */
  line1: string
  /** The apartment, suite or unit. Null if there is none. */
  line2?: string | null | undefined
  /** The city of the address. */
  city: string
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string
  /** The ZIP code, such as 78701. */
  zip: string
  /** The county. It matters where a county has a sales tax of its own. */
  county?: string | null | undefined
  /** The country, as a two-letter code. US if nothing is sent. */
  country?: string | undefined
  /** What the address is for: Mailing, Physical or Billing. */
  type?: 'Mailing' | 'Physical' | 'Billing' | null | undefined
}

export interface AddressEditData {
  /** The street address or post office box. */
  line1?: string | null | undefined
  /** The apartment, suite or unit. Null if there is none. */
  line2?: string | null | null | undefined
  /** The city of the address. */
  city?: string | null | undefined
  /** The state of the address, as its two-letter postal code, such as TX. */
  state?: string | null | undefined
  /** The ZIP code, such as 78701. */
  zip?: string | null | undefined
  /** The county. It matters where a county has a sales tax of its own. */
  county?: string | null | null | undefined
  /** The country, as a two-letter code. */
  country?: string | null | undefined
  /** What the address is for: Mailing, Physical or Billing. */
  type?: 'Mailing' | 'Physical' | 'Billing' | null | null | undefined
}

export interface Adjuster {
  /** The id of the user. */
  id: number
  /** The first and the last name. */
  name: string
  /** The name with which the user signs in, usually an email address. */
  userName: string
  /** The amount up to which the user authorizes alone. Null: any amount. */
  authority: number | null
  /** Whether the user may approve what others authorized. */
  mayApprove: boolean
  /** Whether it is the caller. */
  isSelf: boolean
}

export interface Adjustment {
  /** The position within the detail. */
  id: number
  /** What is cut: a Labor, Part or Misc line, the Detail or the Claim. */
  target: 'Labor' | 'Part' | 'Misc' | 'Detail' | 'Claim'
  /** The id of the line that is cut. Null: the detail or the claim. */
  targetId: number | null
  /** Why it was cut: NotCovered, MfrWarranty, GuideTime, LaborRate, PartPrice, BenefitCap, FeeCap, Adjuster, Betterment or Other. */
  reasonCode: 'NotCovered' | 'MfrWarranty' | 'GuideTime' | 'LaborRate' | 'PartPrice' | 'BenefitCap' | 'FeeCap' | 'Adjuster' | 'Betterment' | 'Other'
  /** Negative: what was cut. */
  amount: number
  /** A note for the file. It is kept with the record and changes nothing else. */
  note: string | null
  /** Whether the cut follows from the rules and not from a person. */
  isAutomatic: boolean
}

export interface AdjustmentData {
  /** What is cut: a Labor, Part or Misc line, the Detail or the Claim. */
  target: 'Labor' | 'Part' | 'Misc' | 'Detail' | 'Claim'
  /** The id of the line. Not for a detail or a claim. */
  targetId?: number | null | undefined
  /** Why it is cut: Adjuster, Betterment or Other. */
  reasonCode: 'Adjuster' | 'Betterment' | 'Other'
  /** Negative: what is cut. */
  amount: number
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
}

export interface AdminCompany {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the administrator, such as ADM1. */
  code: string
  /** The legal name of the administrator. Contracts, letters and checks carry it. */
  name: string
  /** The insurance or business licenses, one for each state. */
  licenseNumbers: readonly {
    /** The state that issued the license, as a two-letter code. */
    state: string
    /** The number of the license in that state. */
    number: string
  }[]
  /** The street address of the party. */
  address: Address
  /** The telephone number that contracts and letters give to customers. */
  phone: string | null
  /** The email address that letters give to customers. */
  email: string | null
  /** Where dealers send their remittances. Null: to the address of the company. */
  remitTo: Address | null
  /** The time zone that decides which day it is, such as America/Chicago. */
  timeZone: string
  /** Whether the administrator is open for business. */
  status: string
}

export interface Agent {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'Agent'
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The agent above this one. Null: none. A ring of agents is refused. */
  parentAgentId: number | null
  /** The insurance or business licenses, one for each state. */
  licenseNumbers: readonly LicenseNumber[]
  /** Commissions noted for the agent. Kept for information; rates follow the agreements of /Rates/Disbursements/AccountHolder/{id}. */
  commissionDefaults: readonly CommissionDefault[]
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface AgentCreateData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address: AddressData
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. Today if nothing is sent. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The agent above this one. Null: none. A ring of agents is refused. */
  parentAgentId?: number | null | undefined
  /** The insurance or business licenses, one for each state. */
  licenseNumbers?: readonly LicenseNumberData[] | null | undefined
  /** Commissions noted for the agent. Kept for information; rates follow the agreements of /Rates/Disbursements/AccountHolder/{id}. */
  commissionDefaults?: readonly CommissionDefaultData[] | null | undefined
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields?: readonly AccountHolderCustomFieldCreateData[] | null | undefined
}

export interface AgentEditData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name?: string | undefined
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressEditData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The agent above this one. Null: none. A ring of agents is refused. */
  parentAgentId?: number | null | undefined
  /** The insurance or business licenses, one for each state. */
  licenseNumbers?: readonly LicenseNumberData[] | null | undefined
  /** Commissions noted for the agent. Kept for information; rates follow the agreements of /Rates/Disbursements/AccountHolder/{id}. */
  commissionDefaults?: readonly CommissionDefaultData[] | null | undefined
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields?: readonly AccountHolderCustomFieldCreateData[] | null | undefined
}

export interface AgentSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The main telephone number of the account holder. */
  phone: string | null
}

export interface Aging {
  /** The account holder: the dealer, agent, insurer, lien holder or other party that the amount is with. */
  accountHolder: Reference
  /** What is not past due, in dollars. */
  current: number
  /** What is 1 to 30 days past due, in dollars. */
  days1To30: number
  /** What is 31 to 60 days past due, in dollars. */
  days31To60: number
  /** What is 61 to 90 days past due, in dollars. */
  days61To90: number
  /** What is more than 90 days past due, in dollars. */
  over90: number
  /** What is open in all, in dollars. */
  total: number
}

export interface ApiKey {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the key as people read it. Records that it changes carry it. */
  name: string
  /** The last four characters of the key, to tell keys apart. */
  last4: string
  /** The roles, such as Admin, Dealer or Accounting. A role is a set of permissions. */
  roles: readonly string[]
  /** What the caller may do, such as contracts:read. */
  permissions: readonly string[]
  /** The account holders that the caller is limited to. Empty: no limit. */
  scopes: readonly {
    /** The kind of record that limits the caller, such as Dealer or DealerGroup. */
    type: string
    /** The id of the record, a whole number that never changes. */
    id: number
  }[]
  /** When the key stops working, in real time. Null: it does not. */
  expiresAt: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
}

export interface ApiKeyCreateData {
  /** The name of the key as people read it. Records that it changes carry it. */
  name: string
  /** The roles, such as Admin, Dealer or Accounting. A role is a set of permissions. */
  roles?: readonly string[] | undefined
  /** What the key may do, such as contracts:read. No more than its creator may. */
  permissions?: readonly ('contracts:read' | 'contracts:write' | 'contracts:finalize' | 'contracts:hold' | 'contracts:cancel' | 'contracts:reinstate' | 'contracts:transfer' | 'contracts:override' | 'contracts:unlock' | 'cancels:override' | 'rates:read' | 'rates:quote' | 'rates:costs' | 'rates:diagnose' | 'rates:write' | 'sales-tax:read' | 'claims:read' | 'claims:write' | 'claims:adjudicate' | 'claims:approve' | 'claims:override' | 'claims:waive' | 'claims:pay' | 'inspections:read' | 'inspections:write' | 'inspections:sync' | 'accountholders:read' | 'accountholders:write' | 'ledgers:read' | 'accounting:read' | 'accounting:adjust' | 'accounting:close' | 'cash:read' | 'cash:receive' | 'cash:write' | 'cash:ach' | 'payment-methods:read' | 'payment-methods:write' | 'statements:write' | 'earnings:read' | 'earnings:write' | 'processes:read' | 'processes:run' | 'documents:read' | 'documents:write' | 'events:read' | 'webhooks:manage' | 'users:read' | 'users:manage' | 'access:manage' | 'settings:read' | 'settings:write' | 'audit:read')[] | undefined
  /** The account holders that the caller is limited to. Empty: no limit. */
  scopes?: readonly AccessScope[] | undefined
  /** In real time, also in a sandbox with a set clock. */
  expiresAt?: string | null | undefined
}

export interface ApiKeyMade {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the key as people read it. Records that it changes carry it. */
  name: string
  /** The last four characters of the key, to tell keys apart. */
  last4: string
  /** The roles, such as Admin, Dealer or Accounting. A role is a set of permissions. */
  roles: readonly string[]
  /** What the caller may do, such as contracts:read. */
  permissions: readonly string[]
  /** The account holders that the caller is limited to. Empty: no limit. */
  scopes: readonly {
    /** The kind of record that limits the caller, such as Dealer or DealerGroup. */
    type: string
    /** The id of the record, a whole number that never changes. */
    id: number
  }[]
  /** When the key stops working, in real time. Null: it does not. */
  expiresAt: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** The key. It is shown only this once. */
  key: string | null
}

export interface AppliedCancelRules {
  /** Stands for the own rules in force. */
  basis: string
  /** What was changed in the own rules. */
  changes: readonly CancelRuleFileChange[]
  /** The states and product types that the changes affect, in words. */
  affected: readonly string[]
}

export interface Asset {
  /** The code of the type of item, such as AUTO or TV. */
  assetTypeCode: string
  /** VIN, hull or serial number. */
  identifier: string | null
  /** The model year. Null: not known. */
  year: number | null
  /** The make, such as FORD. Null: not known. */
  make: string | null
  /** The model, such as F-150. Null: not known. */
  model: string | null
  /** The trim level, such as XLT. Null: not known. */
  trim: string | null
  /** The series of the model, such as 150. Null: not known. */
  series: string | null
  /** The body style, such as Crew Cab Pickup. Null: not known. */
  bodyStyle: string | null
  /** What the item cost, in dollars. Null: not known. */
  purchasePrice: number | null
  /** The day on which the item was bought. Null: not known. */
  purchaseDate: string | null
  /** The reading at the sale, in the unit of `usageUnit`. Null: not measured. */
  usage: number | null
  /** What its use is measured in: Miles, Hours or None. */
  usageUnit: 'Miles' | 'Hours' | 'None'
  /** New, Used or CPO (certified pre-owned) at the sale. */
  condition: string | null
}

export interface AssetTypeResponse {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the type of item, such as Car. */
  name: string
  /** More about the type of item. Null: nothing to add. */
  description: string | null
  /** The code of the type of item, such as AUTO. */
  code: string
  /** What identifies such an item: a VIN, a hull number (HIN) or a serial number. */
  identifierType: 'VIN' | 'HIN' | 'SerialNumber'
  /** What its use is measured in: Miles, Hours or None. */
  usageUnit: 'Miles' | 'Hours' | 'None'
}

export interface AuditChain {
  /** Sound, or Broken if an end of the chain is not as the service left it. */
  state: 'Sound' | 'Broken'
  /** How many records there are. */
  records: number
  /** When the ends of the chain were last noted outside the database. Null: not yet. */
  anchoredAt: string | null
  /** How many records there were then. */
  anchoredRecords: number
  /** What is wrong with the ends of the chain. */
  faults: readonly {
    /** The lane of the chain. Null: the note outside the database. */
    lane: number | null
    /** What is wrong with it. */
    reason: string
  }[]
}

export interface AuditLogResponse {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** Add: a line was agreed on. Update: a line was changed. */
  action: 'Add' | 'Update'
  /** Queued, Processing, Completed or Failed. Quotes use the change once it is Completed. */
  status: 'Queued' | 'Processing' | 'Completed' | 'Failed'
  /** Who asked for the change. */
  requestedBy: string
  /** When the change was asked for. */
  requestedAt: string
  /** When the change took effect or failed. Null: not yet. */
  completedAt: string | null
  /** The reason that was given for the change. Null: none. */
  reason: string | null
  /** How many combinations of plan, term and deductible of the program it affects. */
  affectedRates: number
  /** What changed, field by field. */
  changes: readonly {
    /** The id of the line that changed. */
    disbursementId: number
    /** The field that changed. */
    field: string
    /** The value before the change. Null: none. */
    oldValue: string | number | readonly string[] | null
    /** The value after the change. Null: none. */
    newValue: string | number | readonly string[] | null
  }[]
  /** Why a change with status Failed had no effect. */
  errors: readonly {
    /** The code of the failure. */
    code: string
    /** What is wrong with the value, and what would be right. */
    message: string
  }[]
}

export interface AuditPage {
  /** The records, the newest first. */
  items: readonly AuditRecord[]
  /** The cursor to read on with. Null: there are no older records. */
  next: string | null
  /** Whether there are older records. */
  hasMore: boolean
  /** The state of the chain that links all records. */
  chain: AuditChain
}

export interface AuditRecord {
  /** The lane of the chain and the place in it. */
  id: string
  /** When it was written. */
  at: string
  /** The name of the user, client or API key that wrote. */
  by: string
  /** User, Client or ApiKey. */
  byKind: string
  /** The id of the user, client or API key. Null: the service itself. */
  byId: number | null
  /** The network address that the request came from. */
  address: string
  /** The operation, by its method and its path. */
  operation: string
  /** The HTTP method of the operation. */
  method: string
  /** The path of the operation, with the names of its parameters. */
  path: string
  /** The record that was changed, by its path. */
  subject: string
  /** The reason that the caller gave, if any. */
  reason: string | null
  /** What changed, field by field. */
  changes: readonly {
    /** A JSON pointer into the record. Empty: the whole record. */
    pointer: string
    /** The value before. */
    before: unknown
    /** The value after. */
    after: unknown
  }[]
  /** The id of the request, as its answer and the log have it. */
  requestId: string
}

export interface AutoCancelledResult {
  /** The id of the contract. */
  contractId: number
  /** What became of the contract: always Cancelled. */
  result: 'Cancelled'
  /** The cancel that was made. */
  cancelId: number
}

export interface AutoExpiredResult {
  /** The id of the contract. */
  contractId: number
  /** What became of the contract: always Expired. */
  result: 'Expired'
}

export interface AutoVoidedResult {
  /** The id of the contract. */
  contractId: number
  /** What became of the contract: always Voided. */
  result: 'Voided'
}

export interface AutomaticProcessRun {
  /** The id of the run. */
  guid: string
  /** The automatic process, such as AutoExpire or EarningsUpdate. */
  processType: 'AutoExpire' | 'AutoVoid' | 'AutoCancelGap' | 'AccountHolderAutoExpire' | 'EarningsUpdate' | 'LedgerPayReceive' | 'Statements' | 'QuoteExpiry' | 'RefundDeadlines' | 'DisbursementChanges' | 'WebhookDeliveryCleanup' | 'IdempotencyCleanup' | 'FileSweep'
  /** Running, Completed, CompletedWithErrors, Failed or Aborted. A run that has ended never changes. */
  status: 'Running' | 'Completed' | 'CompletedWithErrors' | 'Failed' | 'Aborted'
  /** Who does the steps: the caller that opened it, or the service. */
  executor: 'Caller' | 'Service'
  /** Whether the run only says what would have happened. */
  isDryRun: boolean
  /** What the run was told, such as the date as of which it works. Each process has its own. */
  parameters: Record<string, unknown>
  /** When the run began. */
  startedAt: string
  /** When the run last gave a sign of life. */
  heartbeatAt: string
  /** When it ended. Null: it is not finished. */
  finishedAt: string | null
  /** The time of the schedule; null for a run that was asked for. */
  scheduledFor: string | null
  /** How many candidates the run has found so far. */
  candidates: number
  /** How many candidates were dealt with. */
  succeeded: number
  /** How many candidates no longer qualified. */
  skipped: number
  /** How many candidates failed. */
  failed: number
  /** The first failures of the service, about 1,000; GET …/items lists all of them. */
  errors: readonly AutomaticProcessRunError[]
  /** Who started the run. */
  startedBy: string
}

export interface AutomaticProcessRunAddRequest {
  /** The automatic process, such as AutoExpire or EarningsUpdate. */
  processType: 'AutoExpire' | 'AutoVoid' | 'AutoCancelGap' | 'AccountHolderAutoExpire' | 'EarningsUpdate' | 'LedgerPayReceive' | 'Statements' | 'QuoteExpiry' | 'RefundDeadlines' | 'DisbursementChanges' | 'WebhookDeliveryCleanup' | 'IdempotencyCleanup' | 'FileSweep'
  /** What the run was told, such as the date as of which it works. Each process has its own. */
  parameters?: Record<string, unknown> | undefined
  /** Keeps the run and what would have happened to each candidate, and changes nothing else. */
  dryRun?: boolean | undefined
  /** The service does the steps. Without it, the caller does them and reports by PATCH. */
  execute?: boolean | undefined
}

export interface AutomaticProcessRunError {
  /** The candidate, for example a contract; null: the process itself could not go on. */
  entityId: number | null
  /** The code of the failure, such as NotEligible or Locked. */
  code: string
  /** What happened, in a sentence for people. */
  message: string
}

export interface AutomaticProcessRunItem {
  /** The candidate, for example a contract. */
  entityId: number
  /** Succeeded, Skipped or Failed. */
  outcome: 'Succeeded' | 'Skipped' | 'Failed'
  /** Why it was skipped or failed. Null: it succeeded. */
  code: string | null
  /** Why it was skipped or failed, in a sentence. Null: it succeeded. */
  message: string | null
  /** What the step answered, in a dry run: would have answered. */
  result: Record<string, unknown> | null
}

export interface AutomaticProcessRunPatch {
  /** How the run stands. Anything but Running ends it. */
  status?: 'Running' | 'Completed' | 'CompletedWithErrors' | 'Failed' | 'Aborted' | undefined
  /** The total so far, as all counters. */
  candidates?: number | undefined
  /** How many candidates were dealt with. */
  succeeded?: number | undefined
  /** How many candidates no longer qualified. */
  skipped?: number | undefined
  /** How many candidates failed. */
  failed?: number | undefined
  /** Added to the errors of the run. */
  errors?: readonly {
    /** The candidate that failed, for example a contract. Null: the process itself could not go on. */
    entityId: number | null
    /** The code of the failure, such as NotEligible or Locked. */
    code: string
    /** What is wrong with the value, and what would be right. */
    message: string
  }[] | undefined
}

export interface AutomaticStepData {
  /** The day for which the figures hold. Default: today. */
  asOfDate?: string | undefined
  /** The process run that this step is part of. */
  runGuid?: string | undefined
}

export interface AvailablePaymentMethod {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number
  /** The payment method itself. */
  paymentMethod: PaymentMethod
  /** What it is used for. Pay: to pay the account holder. Receive: to receive from it. */
  directions: readonly ('Pay' | 'Receive')[]
  /** Whether it is used when none is named. */
  isDefault: boolean
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
}

export interface AvailablePaymentMethodData {
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number
  /** A payment method that was entered before. */
  paymentMethodId?: number | undefined
  /** A new payment method that needs no bank account. */
  paymentMethod?: PlainPaymentMethodData | undefined
  /** Pay: we pay the account holder. Receive: it pays us. */
  directions?: readonly ('Pay' | 'Receive')[] | undefined
  /** Whether it is used when none is named. Default: as it is. False for a new one. */
  isDefault?: boolean | undefined
}

export interface BankFile {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The format of the file: BAI2 or CSV. */
  format: 'BAI2' | 'CSV'
  /** The name of the file, with its ending. */
  fileName: string
  /** The day of the bank statement. */
  statementDate: string
  /** The balance at the beginning, in dollars. */
  openingBalance: number
  /** The balance at the end, in dollars. */
  closingBalance: number
  /** The number of lines that are matched. */
  matched: number
  /** The number of lines that are Suggested or Unmatched. */
  unmatched: number
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** The lines of the bank statement. */
  lines: readonly BankFileLine[]
}

export interface BankFileCreateData {
  /** The format of the file: BAI2 or CSV. */
  format: 'BAI2' | 'CSV'
  /** The name of the file, with its ending. */
  fileName: string
  /** The bank's file, in base64. The columns of CSV are date, amount, check number, reference, description. */
  data: string
  /** For CSV, which has no balances. */
  openingBalance?: number | undefined
  /** For CSV, which has no balances. */
  closingBalance?: number | undefined
}

export interface BankFileLine {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The day on which the bank booked it. */
  date: string
  /** Money in is positive. */
  amount: number
  /** The bank’s or sender’s reference. Null: none. */
  reference: string | null
  /** The number of the check. Null: none. */
  checkNumber: string | null
  /** What the bank says about it. */
  description: string
  /** Matched, Suggested (several may fit), Unmatched or Ignored. */
  status: 'Matched' | 'Suggested' | 'Unmatched' | 'Ignored'
  /** The id of the cash transaction. Null when the line is all of an ACH file. */
  cashTransactionId: number | null
  /** All that the line is matched with. */
  cashTransactionIds: readonly number[]
  /** Cash transactions that the line may be. */
  suggestions: readonly number[]
  /** Why it is ignored, or why it was taken back. */
  reason: string | null
}

export interface BankFileLineEditData {
  /** The cash transaction that the line is. For the sum of an ACH file: any one of its transactions. */
  cashTransactionId?: number | undefined
  /** The line is no cash transaction, such as a fee of the bank. */
  ignore?: true | undefined
  /** The line was matched or ignored by mistake. Cash that the match has cleared is Posted again. */
  unmatch?: true | undefined
  /** Why it is ignored or taken back. */
  reason?: string | undefined
}

export interface BankFileSummary {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The format of the file: BAI2 or CSV. */
  format: 'BAI2' | 'CSV'
  /** The name of the file, with its ending. */
  fileName: string
  /** The day of the bank statement. */
  statementDate: string
  /** The balance at the beginning, in dollars. */
  openingBalance: number
  /** The balance at the end, in dollars. */
  closingBalance: number
  /** The number of lines that are matched. */
  matched: number
  /** The number of lines that are Suggested or Unmatched. */
  unmatched: number
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface BooksCheck {
  /** The name of the comparison, such as JournalBalanced. */
  code: 'JournalBalanced' | 'ReceivableEqualsOpenItems' | 'PayableEqualsOpenItems' | 'UnappliedEqualsCash' | 'CashEqualsTransactions' | 'UnearnedEqualsContracts' | 'EarnedEqualsContracts' | 'ClaimsEqualRequests' | 'FundingEqualsRows'
  /** Whether everything agrees to the cent. */
  isWhole: boolean
  /** What the journal should have. FundingEqualsRows counts contracts. */
  expected: number
  /** What the records add up to, in dollars. FundingEqualsRows counts contracts. */
  found: number
  /** What was found less what was expected, in dollars. */
  difference: number
  /** At most 100 that do not agree, the largest difference first. */
  rows: readonly BooksDifference[]
}

export interface BooksDifference {
  /** What does not agree: an Account, AccountHolder, CashTransaction, Contract or Claim. */
  kind: 'Account' | 'AccountHolder' | 'CashTransaction' | 'Contract' | 'Claim'
  /** The id of the record, or the name of the account. */
  id: number | string
  /** What the journal should have, in dollars. */
  expected: number
  /** What the records add up to, in dollars. */
  found: number
}

export interface BooksVerification {
  /** The day up to which the books were compared. */
  asOfDate: string
  /** Whether everything agrees to the cent. */
  isWhole: boolean
  /** The comparisons, one for each rule. */
  checks: readonly BooksCheck[]
}

export interface CCCType {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** COMPLAINT, CAUSE or CORRECTION. */
  code: 'COMPLAINT' | 'CAUSE' | 'CORRECTION'
  /** The type as people read it. */
  name: string
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
}

export interface CCCTypeCategoryValue {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The type of the value: complaint, cause or correction. */
  typeId: number
  /** The part of the vehicle that it is about, such as Engine. Null: any. */
  categoryCode: string | null
  /** The code, such as NOISE. */
  code: string
  /** What the code stands for, such as Noise. */
  name: string
  /** Empty means every product type that offers the value. */
  productTypeCodes: readonly string[]
  /** Product types whose contracts do not pay for this cause. */
  excludedFor: readonly string[]
  /** The complaint of a cause, or the cause of a correction; null if there are several. */
  parentId: number | null
}

export interface CalculatedLineItemDetail {
  /** The line that is taxed. Null: the price of a contract. */
  lineItemId: number | null
  /** The type of tax: State, County, City, District or Premium. */
  taxTypeCode: string
  /** The tax rule that applies. */
  ruleId: number
  /** The amount that this tax is on, in dollars. */
  taxable: number
  /** The tax rate in percent, such as 6.25. */
  rate: number
  /** How the rule rounds the tax to the cent: HalfUp, Up or Down. */
  roundMode: 'HalfUp' | 'Up' | 'Down'
  /** The tax in dollars, rounded to the cent. */
  tax: number
}

export interface CalculationData {
  /** Flat and PercentOf come with their figures. RateRow, FactorTable and Remainder restore the calculation of the rate book, if the line has that type there. */
  type: 'Flat' | 'RateRow' | 'FactorTable' | 'PercentOf' | 'Remainder'
  /** The amount of the line in effect on that day, in dollars. Required for Flat. */
  amount?: number | null | undefined
  /** The percentage, such as 6 for 6%. Required for PercentOf: from 0 to below 100. */
  percent?: number | null | undefined
  /** What the percentage is of: DealerCost, Retail or Markup, or the codes of lines. Required for PercentOf: DealerCost, Retail or Markup, or the codes of lines. */
  percentBase?: string | readonly string[] | null | undefined
}

export interface CanceRequestExecutionData {
  /** Submit, Update, Approve, Execute, Deny, Withdraw or Letter. */
  action: 'Submit' | 'Update' | 'Approve' | 'Execute' | 'Deny' | 'Withdraw' | 'Letter'
  /** With the action Letter: sends the letter by email. */
  mail?: LetterMailData | undefined
  /** Why the request was denied. Required to deny. */
  denyReason?: string | undefined
  /** Executes even though the amounts have changed since the request. */
  acceptRecalculated?: boolean | undefined
  /** The day on which the cancel counts in the books. Between the cancel date and today. If absent, today. */
  executionDate?: string | undefined
  /** Splits the refund over several payments. They must add up to the total refund. If absent, one check to the payee. */
  payments?: readonly CancelPaymentData[] | undefined
  /** For Update, like all members below. */
  cancelDate?: string | undefined
  /** The id of the cancel reason, in place of its code. */
  cancelReasonId?: number | undefined
  /** The code of the cancel reason, such as CUSTREQ. Or send `cancelReasonId`. */
  cancelReasonCode?: string | undefined
  /** Who asks for the cancellation. If absent: Dealer or LienHolder for a caller of that kind, otherwise Customer. */
  requestedBy?: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer' | undefined
  /** The day on which notice of the cancellation arrived. Free look and refund deadline count from it. If absent, today. */
  noticeReceivedDate?: string | undefined
  /** The odometer reading on the cancel date, in the unit of the contract. Needed where the refund depends on miles. Null: not known. */
  cancelOdometer?: number | null | undefined
  /** The unit of the odometer reading: Miles or Km. That of the vehicle at the sale if nothing is sent. */
  cancelOdometerUnit?: 'Miles' | 'Km' | undefined
  /** Who gets the refund. It must be the one that the rules give. Null: as the rules say. */
  payee?: CancelPayeeData | null | undefined
  /** Whether the loan is paid off, so that the customer and not the lender is paid. Null or absent: true for the reason PAYOFF, otherwise false. */
  lienPaidOff?: boolean | null | undefined
  /** The ids of documents that belong with it. They must already be on the same contract or claim. */
  documentIds?: readonly number[] | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
  /** Figures to set by hand, with a reason. It needs the permission cancels:override. Null: none. */
  override?: NewCancelRequestOverrideData | null | undefined
}

export interface Cancel {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the cancel, such as CXL-000045. */
  number: string
  /** The id of the contract. */
  contractId: number
  /** The number of the contract. Null: it has none yet. */
  contractNumber: string | null
  /** The cancel request that it came from. Null: it was cancelled in one step. */
  cancelRequestId: number | null
  /** Who asked for the cancellation: Customer, Dealer, LienHolder, Administrator or Insurer. */
  requestedBy: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer'
  /** The day on which notice of the cancellation arrived. Free look and refund deadline count from it. */
  noticeReceivedDate: string
  /** The day as of which the contract is cancelled. The refund is computed for this day. */
  cancelDate: string
  /** The odometer reading on the cancel date, in the unit of the contract. Needed where the refund depends on miles. Null: not known. */
  cancelOdometer: number | null
  /** The unit of the odometer reading: Miles or Km. Null: the contract counts hours or nothing. */
  cancelOdometerUnit: 'Miles' | 'Km' | null
  /** The day on which the cancel counts in the books. */
  executionDate: string
  /** When the cancel was executed. */
  executedAt: string
  /** Who executed the cancel. */
  executedBy: string
  /** The cancel reason. */
  reason: CancelReason
  /** The refund and how it comes about. */
  calculation: CancelCalculation
  /** The figures that were set by hand. Null: all follow from the rules. */
  override: CancelOverride | null
  /** Active, or Reversed after a reinstatement. */
  status: 'Active' | 'Reversed'
  /** The reinstatement that reversed the cancel. Null: it stands. */
  reinstatement: CancelReinstatement | null
  /** The refund payments of the cancel. */
  payments: readonly CancelPaymentDetails[]
  /** A note for the file. It is kept with the record and changes nothing else. */
  note: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface CancelActionData {
  /** Reinstate, ConfirmRefund, ChangePayee or Letter. */
  action: 'Reinstate' | 'ConfirmRefund' | 'ChangePayee' | 'Letter'
  /** Why it is done, in your words. Required to reinstate. */
  reason?: string | undefined
  /** The day from which the contract is in force again. Between the cancel date and today. If absent, today. */
  reinstateDate?: string | undefined
  /** Days without coverage, which are added to the end of the term. If absent, 0. */
  gapDays?: number | undefined
  /** The account holder that owes back the refund already paid. */
  recoveryAccountId?: number | null | undefined
  /** The refund payment that is meant. Required to confirm a refund and to change its payee. */
  paymentId?: number | undefined
  /** The day on which the customer received the money. Required to confirm a refund. */
  paidDate?: string | undefined
  /** The number of the dealer’s check or transfer, with ConfirmRefund. */
  reference?: string | null | undefined
  /** The ids of documents that belong with it. They must already be on the same contract or claim. */
  documentIds?: readonly number[] | undefined
  /** The payments that take the place of the one that is named. Required to change the payee. */
  payments?: readonly CancelPaymentData[] | undefined
  /** Whether the loan is paid off, so that the customer and not the lender is paid. If absent: true if the contract has a PayoffLetter, otherwise as in the cancel. */
  lienPaidOff?: boolean | undefined
  /** With the action Letter: sends the letter by email. */
  mail?: LetterMailData | undefined
}

export interface CancelAlternative {
  /** The cancel date of this alternative. */
  cancelDate: string
  /** The cancel method of this alternative. Null: the one of the rules. */
  method: 'FLAT' | 'PRORATA_DAYS' | 'PRORATA_DAYS_INCL' | 'PRORATA_MONTHS' | 'PRORATA_MILES' | 'PRORATA_LESSER' | 'PRORATA_GREATER' | 'RULE78' | 'RULE78_BALANCE' | 'SHORTRATE' | 'SERVICES' | 'NONE' | null
  /** The refund of this alternative. Null if it is not possible; `refused` says why. */
  calculation: CancelCalculation | null
  /** Why this alternative is not possible. Empty if it is. */
  refused: readonly string[]
}

export interface CancelCalculation {
  /** The id of the rule that applies. */
  ruleId: number
  /** The code of the cancel rule that applies, such as TX-SC. */
  ruleCode: string
  /** The statute behind the rule. Null: the rule names none, or the calculation is older than this field. */
  ruleSource: string | null
  /** The state whose law applies: the state of sale, as a two-letter code. */
  state: string
  /** Whether notice came within the free look, so that the whole price is refunded. */
  isFreeLook: boolean
  /** The last day of the free look. */
  freeLookEndDate: string
  /** Days from the sale date to the cancel date, without suspended days. */
  daysElapsed: number
  /** Days of the whole term. */
  totalDays: number
  /** Whole months from the sale date to the cancel date. */
  monthsElapsed: number
  /** Miles driven since the sale. Null: miles do not count. */
  milesUsed: number | null
  /** The unearned part by time, to six decimals. Null: time does not count. */
  timeFactor: number | null
  /** The unearned part by miles, to six decimals. Null: miles do not count. */
  milesFactor: number | null
  /** The price that the customer paid, in dollars, before sales tax. */
  retail: number
  /** What was paid on claims of the contract, in dollars. */
  claimsPaid: number
  /** The cancel method in force, such as PRORATA_LESSER or FLAT. */
  method: 'FLAT' | 'PRORATA_DAYS' | 'PRORATA_DAYS_INCL' | 'PRORATA_MONTHS' | 'PRORATA_MILES' | 'PRORATA_LESSER' | 'PRORATA_GREATER' | 'RULE78' | 'RULE78_BALANCE' | 'SHORTRATE' | 'SERVICES' | 'NONE'
  /** The part of the price that is refunded before percentage, claims and fee, to six decimals. */
  unearnedFactor: number
  /** The percentage of the unearned price that is refunded, such as 100 or 90. */
  refundPercent: number
  /** The refund before claims and fee are taken off, in dollars. */
  grossRefund: number
  /** What is taken off the refund for paid claims, in dollars. */
  claimsDeduction: number
  /** The cancel fee, in dollars. */
  cancelFee: number
  /** The refund after claims and fee, in dollars, without sales tax. */
  netRefund: number
  /** The sales tax that is refunded, in dollars. */
  salesTaxRefund: number
  /** What is paid: the net refund and the sales tax, in dollars. */
  totalRefund: number
  /** Who sends the refund: the Administrator, or the Dealer, which is credited for it. */
  refundPayer: 'Administrator' | 'Dealer'
  /** Who gets the refund. */
  payee: CancelPayee
  /** The day by which the refund must be paid by law or contract. */
  refundDueDate: string
  /** With the shortfall they sum to the gross refund. Limited callers see DEALERCOST and MARKUP only. */
  lines: readonly CancelLine[]
  /** What the lines do not give back and the administrator bears, in dollars. */
  shortfall: number
  /** The planned payments. */
  payments: readonly CancelPaymentDetails[]
  /** The calculation in words, a sentence for each step. */
  explanation: readonly string[]
  /** The worksheet: every figure with its inputs and its formula. */
  steps: readonly CancelStep[]
}

export interface CancelLine {
  /** The code of the line, such as RESERVE or MARKUP. */
  code: string
  /** The account holder: the dealer, agent, insurer, lien holder or other party that the amount is with. */
  accountHolder: Reference | null
  /** The amount of the line at the sale, in dollars. */
  original: number
  /** The part of the line that is given back, to six decimals. */
  unearnedFactor: number
  /** What the line gives back, in dollars, before claims are taken off. */
  refund: number
  /** What is taken off this line for paid claims, in dollars. */
  claimsDeduction: number
  /** The account holder has to pay the amount back. */
  chargeback: boolean
  /** Always Receive: the account holder owes it back. */
  direction: 'Receive'
}

export interface CancelLineRefund {
  /** The code of the line, such as RESERVE, ADMIN, AGENT or MARKUP. */
  code: string
  /** What the line gives back, in dollars. */
  refund: number
}

export interface CancelMethod {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the cancel method, such as PRORATA_LESSER. */
  code: string
  /** The name of the cancel method. */
  name: string
  /** How the unearned part of the price is calculated. */
  formula: string
  /** Whether a started month counts as used: never, always, or after 15 days. */
  monthRule: 'Ignore' | 'CountFull' | 'Day15'
  /** The percentage of the unearned price that the method refunds, such as 90. */
  refundPercent: number
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
}

export interface CancelOverride {
  /** Why the figures were set by hand. */
  reason: string
  /** The code of the cancel method, such as PRORATA_DAYS. Null: as the rules say. */
  cancelMethodCode: string | null
  /** The part of the price that is refunded before percentage, claims and fee, to six decimals. */
  unearnedFactor: number | null
  /** The refund before claims and fee are taken off, in dollars. */
  grossRefund: number | null
  /** What is taken off the refund for paid claims, in dollars. */
  claimsDeduction: number | null
  /** The cancel fee, in dollars. */
  cancelFee: number | null
  /** The refund after claims and fee, in dollars, without sales tax. */
  netRefund: number | null
  /** What each line gives back. Null: in proportion to the lines. */
  disbursements: readonly CancelLineRefund[] | null
  /** Who gets the refund. Null: as the rules say. */
  payee: CancelOverridePayee | null
  /** Who sends the refund: the Administrator, or the Dealer, which is credited for it. */
  refundPayer: 'Administrator' | 'Dealer' | null
  /** The figures by the rules alone. Null if they cannot be calculated, for example without the odometer. */
  computed: CancelOverrideComputed | null
}

export interface CancelOverrideComputed {
  /** The cancel method by the rules, such as PRORATA_LESSER. */
  method: 'FLAT' | 'PRORATA_DAYS' | 'PRORATA_DAYS_INCL' | 'PRORATA_MONTHS' | 'PRORATA_MILES' | 'PRORATA_LESSER' | 'PRORATA_GREATER' | 'RULE78' | 'RULE78_BALANCE' | 'SHORTRATE' | 'SERVICES' | 'NONE'
  /** The part of the price that is refunded before percentage, claims and fee, to six decimals. */
  unearnedFactor: number
  /** The percentage of the unearned price that is refunded, such as 100 or 90. */
  refundPercent: number
  /** The refund before claims and fee are taken off, in dollars. */
  grossRefund: number
  /** What is taken off the refund for paid claims, in dollars. */
  claimsDeduction: number
  /** The cancel fee, in dollars. */
  cancelFee: number
  /** The refund after claims and fee, in dollars, without sales tax. */
  netRefund: number
  /** The sales tax that is refunded, in dollars. */
  salesTaxRefund: number
  /** What is paid: the net refund and the sales tax, in dollars. */
  totalRefund: number
  /** Who sends the refund by the rules: the Administrator or the Dealer. */
  refundPayer: 'Administrator' | 'Dealer'
  /** Who gets the refund by the rules. */
  payee: CancelPayee
  /** What each line gives back by the rules. */
  disbursements: readonly CancelLineRefund[]
}

export interface CancelOverridePayee {
  /** Customer, LienHolder, Dealer or Other. */
  type: 'Customer' | 'LienHolder' | 'Dealer' | 'Other'
  /** The account holder that is paid. Null: the contract’s own party of this type. */
  accountHolderId: number | null
  /** The name on the check. Null: the name that the rules give. */
  name: string | null
  /** The address for the check. Null: the payee’s own address. */
  address: Address | null
}

export interface CancelPayee {
  /** Customer, LienHolder, Dealer or Other. */
  type: 'Customer' | 'LienHolder' | 'Dealer' | 'Other'
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number | null
  /** The name on the check. */
  name: string
  /** No other party is named on the check. */
  isSole: boolean
}

export interface CancelPayeeData {
  /** Customer, LienHolder, Dealer or Other. */
  type: 'Customer' | 'LienHolder' | 'Dealer' | 'Other'
  /** The id of the account holder. Ids are unique across all kinds of account holders. If absent, the contract’s own party of this type. Required for Other. */
  accountHolderId?: number | null | undefined
  /** The name on the check. If absent, the name that the rules give. */
  name?: string | null | undefined
  /** The address for the check. If absent, the payee’s own address. */
  address?: AddressData | null | undefined
}

export interface CancelPaymentData {
  /** Who gets this payment. */
  payee: CancelPayeeData
  /** How it is paid: Check, ACH, Wire or Netting. */
  method?: 'Check' | 'ACH' | 'Wire' | 'Netting' | undefined
  /** The payment, in dollars. */
  amount: number
}

export interface CancelPaymentDetails {
  /** The id of the record, a whole number that never changes. Null while the payment is planned, like the ids of the cancel and of the ledger row. */
  id: number | null
  /** The id of the cancel. Null: none. */
  cancelId: number | null
  /** Who gets the payment. */
  payee: Reference
  /** The name on the check, such as First Bank FBO Dana Reyes. */
  payeeName: string
  /** The final payee, if the dealer passes the refund on. */
  forPayeeName: string | null
  /** The payment, in dollars. */
  amount: number
  /** How it is paid: Check, ACH, Wire or Netting against what the dealer owes. */
  method: 'Check' | 'ACH' | 'Wire' | 'Netting'
  /** Pending, InProcess (in a batch), Paid, Voided or Stopped. */
  status: 'Pending' | 'InProcess' | 'Paid' | 'Voided' | 'Stopped'
  /** The day by which the refund must be paid by law or contract. */
  refundDueDate: string
  /** As of today, or as of the day it was paid. */
  latePenalty: number
  /** The id of the ledger row. */
  ledgerId: number | null
  /** The id of the cash transaction. Null: none. */
  cashTransactionId: number | null
  /** The number of the check. Null: none. */
  checkNumber: string | null
  /** The day on which it was paid. Null: not yet. */
  paidDate: string | null
  /** The day on which the customer received the money, as the dealer confirmed it. */
  confirmedDate: string | null
  /** The parts of the payment. They sum to its amount. */
  lines: readonly {
    /** The code of the part, such as REFUND or SALESTAX. */
    disbursementCode: string
    /** The part of the payment, in dollars. */
    amount: number
  }[]
  /** Where the check is mailed. Null: it is not mailed. */
  mailTo: Address | null
  /** The memo on the check. Null: none. */
  memo: string | null
  /** Whether the payee is the lender. */
  isLienHolder: boolean
}

export interface CancelReason {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the cancel reason, such as CUSTREQ. */
  code: string
  /** The cancel reason as people read it, such as Customer request. */
  name: string
  /** Who may ask for a cancellation for this reason. */
  requestedBy: readonly ('Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer')[]
  /** Whether the whole price is refunded without a fee, as when a deal is unwound. */
  forcesFlat: boolean
  /** The documents that the reason asks for, such as PayoffLetter. */
  requiredDocuments: readonly string[]
  /** Who is paid: Standard (lender first, then customer), LienHolderSole (the lender alone) or Dealer. */
  payeeRule: 'Standard' | 'LienHolderSole' | 'Dealer'
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
}

export interface CancelReinstatement {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The day from which the contract was in force again. */
  date: string
  /** Why the contract was reinstated. */
  reason: string
  /** Days without coverage, which were added to the end of the term. */
  gapDays: number
  /** Who reinstated the contract. */
  by: string
}

export interface CancelRequest {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the cancel request, such as CXR-000088. */
  number: string
  /** The id of the contract. */
  contractId: number
  /** The number of the contract. Null: it has none yet. */
  contractNumber: string | null
  /** Quote, Expired (a quote past its day), Requested, NeedsInfo, Approved, Executed, Denied or Withdrawn. */
  status: 'Quote' | 'Expired' | 'Requested' | 'NeedsInfo' | 'Approved' | 'Executed' | 'Denied' | 'Withdrawn'
  /** Whether it is only a quote, which changes nothing on the contract. */
  isQuoteOnly: boolean
  /** Who asked for the cancellation: Customer, Dealer, LienHolder, Administrator or Insurer. */
  requestedBy: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer'
  /** When the request was made. */
  requestedAt: string
  /** The day on which notice of the cancellation arrived. Free look and refund deadline count from it. */
  noticeReceivedDate: string
  /** The day as of which the contract is cancelled. The refund is computed for this day. */
  cancelDate: string
  /** The odometer reading on the cancel date, in the unit of the contract. Needed where the refund depends on miles. Null: not known. */
  cancelOdometer: number | null
  /** The unit of the odometer reading: Miles or Km. Null: the contract counts hours or nothing. */
  cancelOdometerUnit: 'Miles' | 'Km' | null
  /** The cancel reason. */
  reason: CancelReason
  /** Whether the loan is paid off, so that the customer and not the lender is paid. Null or absent: true for the reason PAYOFF, otherwise false. */
  lienPaidOff: boolean | null
  /** The ids of documents that belong with it. They must already be on the same contract or claim. */
  documentIds: readonly number[]
  /** The refund and how it comes about. Null while a required input is missing. */
  calculation: CancelCalculation | null
  /** The figures that were set by hand. Null: all follow from the rules. */
  override: CancelOverride | null
  /** For a quote with alternatives. */
  alternatives: readonly CancelAlternative[]
  /** E.g. `cancelOdometer`, `document:CancelForm`. */
  missing: readonly string[]
  /** For quotes: the last day on which it can be submitted. Afterwards its status is Expired. */
  validUntil: string | null
  /** Why the request was denied. Null: it was not. */
  denyReason: string | null
  /** A note for the file. It is kept with the record and changes nothing else. */
  note: string | null
  /** The cancel that the request led to. Null: it is not executed. */
  cancelId: number | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface CancelRule {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code that calculations show, such as TX-SC. A rule for the provider ends with -P. */
  ruleCode: string
  /** The administrator's own rule, or one of the library of state laws. */
  layer: 'Own' | 'Library'
  /** The statute, as a reader would look it up. */
  source: string | null
  /** How the law was read: the section itself, a part of it, or only what others write about it. */
  verification: 'Read' | 'PartlyRead' | 'Secondary' | null
  /** The age of the text that was read: a year, a month or a date. */
  asOf: string | null
  /** Where the law was read. */
  links: readonly string[]
  /** What a reader should know before relying on the rule. */
  note: string | null
  /** Terms about which the law says nothing. The general rule decides. */
  silent: readonly ('freeLookDays' | 'freeLookClaims' | 'freeLookFee' | 'method' | 'maxFee' | 'deductsClaims' | 'refundDays' | 'penalty' | 'refundsAtPayoff' | 'requestWithin' | 'noticeDays' | 'limitedReasons')[]
  /** Terms that nobody has read yet. The general rule decides until someone has. */
  unverified: readonly ('freeLookDays' | 'freeLookClaims' | 'freeLookFee' | 'method' | 'maxFee' | 'deductsClaims' | 'refundDays' | 'penalty' | 'refundsAtPayoff' | 'requestWithin' | 'noticeDays' | 'limitedReasons')[]
  /** The state of the address, as its two-letter postal code, such as TX. Null: every state without a rule of its own. */
  state: string | null
  /** The types of products that it is for. Empty: all types. Null: every product type. */
  productTypeCodes: readonly string[] | null
  /** The program that the rule is for. Null: every program. */
  programId: number | null
  /** The cancel reasons that the rule is for. Null: every reason. */
  reasonCodes: readonly string[] | null
  /** Who cancels: the holder (customer, dealer or lender), or the provider (administrator or insurer). */
  side: 'Holder' | 'Provider'
  /** The first sale date. */
  effectiveFrom: string | null
  /** The last sale date. */
  effectiveTo: string | null
  /** What the rule says, in words. */
  terms: readonly CancelRuleTerm[]
}

export interface CancelRuleChange {
  /** Whether the rule is new, changed or set aside. */
  kind: 'New' | 'Changed' | 'Removed'
  /** The code of the rule. */
  ruleCode: string
  /** What changes, in words. */
  text: string
}

export interface CancelRuleCheck {
  /** Whether the file could be applied. If not, `faults` says why. */
  isValid: boolean
  /** The entries of the file. 0 while it has faults. */
  entries: number
  /** The rules that they make: one for each side. */
  rules: number
  /** Every fault in the files, by file and line. */
  faults: readonly FileFault[]
}

export interface CancelRuleComparison {
  /** Whether the file could be applied. If not, `faults` says why. */
  isValid: boolean
  /** Every fault in the files, by file and line. */
  faults: readonly FileFault[]
  /** Whether the file changes nothing. */
  isSame: boolean
  /** Stands for the own rules in force. */
  basis: string
  /** What the file changes in the own rules. Empty if it changes nothing. */
  changes: readonly CancelRuleFileChange[]
  /** The states and product types that the changes affect, in words. */
  affected: readonly string[]
}

export interface CancelRuleDifference {
  /** What the rules speak of. */
  field: string
  /** What the library says. */
  library: string
  /** What the own rule says. */
  own: string
}

export interface CancelRuleFieldChange {
  /** What the rule says something about, in words. */
  field: string
  /** What the rule in force says. */
  before: string
  /** What the rule of the file says. */
  after: string
}

export interface CancelRuleFile {
  /** A name for the file. */
  name: string
  /** The own rules in force as YAML. */
  content: string
  /** Stands for the own rules in force. */
  basis: string
}

export interface CancelRuleFileApplyData {
  /** The name that faults are told with. */
  name?: string | undefined
  /** The rules as YAML. docs/cancel-rules.md describes the format. */
  content: string
  /** The `basis` of the comparison that was looked at. */
  basis: string
  /** Why the rules change. It is kept in the audit. */
  note?: string | undefined
}

export interface CancelRuleFileChange {
  /** Whether the rule comes, goes or changes. */
  kind: 'New' | 'Changed' | 'Removed'
  /** The code of the rule, such as TX-SC. */
  ruleCode: string
  /** The state that the rule is for. Null: every state without a rule of its own. */
  state: string | null
  /** The types of products that the rule is for. Null: every product type. */
  productTypeCodes: readonly string[] | null
  /** Whether the rule is for a cancellation by the holder’s side or by the provider. */
  side: 'Holder' | 'Provider'
  /** The first sale date. */
  effectiveFrom: string | null
  /** What changes, in words. */
  text: string
  /** Of a changed rule, each term, old and new. */
  fields: readonly CancelRuleFieldChange[]
}

export interface CancelRuleFileData {
  /** The name that faults are told with. */
  name?: string | undefined
  /** The rules as YAML. docs/cancel-rules.md describes the format. */
  content: string
}

export interface CancelRuleTerm {
  /** What the rule speaks of, such as free look. */
  name: string
  /** What it says, such as 30 days. */
  value: string
}

export interface CancelSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the cancel, such as CXL-000088. */
  number: string
  /** Active, or Reversed if the contract was reinstated. */
  status: 'Active' | 'Reversed'
  /** The id of the contract. */
  contractId: number
  /** The number of the contract. Null: it has none yet. */
  contractNumber: string | null
  /** The name of the customer. */
  customerName: string | null
  /** The number of the dealer, such as D1001. */
  dealerNumber: string
  /** The name of the selling dealer. */
  dealerName: string
  /** The name of the product. */
  productName: string
  /** The name of the plan. */
  planName: string
  /** The code of the cancel reason, such as CUSTREQ. */
  reasonCode: string
  /** The name of the cancel reason. */
  reasonName: string
  /** Who asked for the cancellation. */
  requestedBy: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer'
  /** The day as of which the contract is cancelled. The refund is computed for this day. */
  cancelDate: string
  /** The day on which the cancel counts in the books. */
  executionDate: string
  /** The refund before claims and fee are taken off, in dollars. */
  grossRefund: number
  /** What is taken off the refund for paid claims, in dollars. */
  claimsDeduction: number
  /** The cancel fee, in dollars. */
  cancelFee: number
  /** The refund after claims and fee, in dollars, without sales tax. */
  netRefund: number
  /** The sales tax that is refunded, in dollars. */
  salesTaxRefund: number
  /** What is paid: the net refund and the sales tax, in dollars. */
  totalRefund: number
}

export interface CancelStep {
  /** The name of the figure. */
  code: string
  /** The values that the figure is made of. */
  inputs: Record<string, string | number | boolean>
  /** How the figure is calculated. */
  formula: string
  /** The value before rounding. */
  exact: string
  /** How the figure is rounded: to the nearest cent with halves up, up or down to the cent, or to six decimals. LargestRemainder: to cents so that parts add up to their whole. */
  rounding: 'None' | 'HalfUpToCent' | 'UpToCent' | 'DownToCent' | 'LargestRemainder' | 'HalfUpToSixDecimals'
  /** The figure in dollars. Null: it is no amount. */
  amount: number | null
  /** The code of the cancel rule behind the figure. Null: none. */
  ruleCode: string | null
  /** The statute behind the rule. */
  source: string | null
  /** The part of the rule that applies. */
  clause: string | null
  /** The step in a sentence for people. */
  words: string
}

export interface CashTransaction {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the cash transaction, which the bank sees as its id. */
  number: string
  /** Receipt: money from the account holder. Payment: money to the account holder. */
  type: 'Receipt' | 'Payment'
  /** How the money moved: Check, ACH, Wire, CreditCard, Netting or Cash. */
  method: 'Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Netting' | 'Cash'
  /** Posted, Cleared (seen by the bank), Voided (our mistake) or Returned (by the bank). */
  status: 'Posted' | 'Cleared' | 'Voided' | 'Returned'
  /** Who paid or was paid. */
  accountHolder: Reference
  /** The day on which the money moved. */
  date: string
  /** The day on which it counts in the books. */
  postedDate: string
  /** The amount in dollars: what is applied to rows and what is not. */
  amount: number
  /** What it pays less what it nets. The amount is always applied + unapplied. */
  applied: number
  /** What is not applied to any row yet, in dollars. */
  unapplied: number
  /** The number of the check. Null: it is no check, or not numbered. */
  checkNumber: string | null
  /** The ACH file that it is in. Null: none. */
  achFileId: number | null
  /** The trace number of the entry in the ACH file: 15 digits. Null: it is in no file. */
  achTrace: string | null
  /** A reference for finding it again, such as a wire or deposit number. */
  reference: string | null
  /** The memo of the payment, for people. */
  memo: string | null
  /** The bank account that it went through. Null: not said. */
  bankAccountId: number | null
  /** The day on which the bank saw it. Null: not yet. */
  clearedDate: string | null
  /** The ledger rows that it pays or nets, and what was taken back. */
  ledgers: readonly CashTransactionLedger[]
  /** The values of the custom fields of cash transactions that are set. */
  customFields: readonly CashTransactionCustomField[]
  /** Why it was voided or returned. Null: it was not. */
  voidReason: string | null
  /** The reason code of the bank, such as R01 for insufficient funds. Null: not returned by the bank. */
  returnCode: string | null
  /** When it was voided or returned. Null: it was not. */
  voidedAt: string | null
  /** The voided payment that this one replaces. Null: none. */
  replacesCashTransactionId: number | null
  /** The batch that it is in or came from. Null: none. */
  inProcessCashTransactionId: number | null
  /** A payment to a payee whose payments are reported on Form 1099. */
  is1099: boolean
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface CashTransactionCreateData {
  /** Receipt: money from the account holder. Payment: money to the account holder. */
  type: 'Receipt' | 'Payment'
  /** How the money moved: Check, ACH, Wire, CreditCard, Netting or Cash. */
  method: 'Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Netting' | 'Cash'
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number
  /** The day on which the money moved. It cannot be in the future. */
  date: string
  /** The amount in dollars. 0 is possible only for Netting. */
  amount: number
  /** The ledger rows to pay, and how much of each. */
  details?: readonly {
    /** The ledger row to pay. */
    ledgerId: number
    /** What of the row is paid, in dollars. */
    amount: number
  }[] | undefined
  /** The number of the check. Null: it is no check, or not numbered. */
  checkNumber?: string | null | undefined
  /** A reference for finding it again, such as a wire or deposit number. */
  reference?: string | null | undefined
  /** The memo of the payment, for people. */
  memo?: string | null | undefined
  /** The part that pays no row stays unapplied, to be applied later. */
  allowUnapplied?: boolean | undefined
  /** The voided payment that this one is issued for again. */
  replacesCashTransactionId?: number | null | undefined
}

export interface CashTransactionCustomField {
  /** The id of the definition of the custom field. */
  fieldId: number
  /** The code of the custom field, such as TIER. */
  code: string
  /** The name of the custom field as people read it. */
  name: string
  /** The type of the value: Text, Number, Money, Date, Bool or List. */
  dataType: 'Text' | 'Number' | 'Money' | 'Date' | 'Bool' | 'List'
  /** Text, Date and List: a string. Number and Money: a number. Bool: true or false. */
  value: string | number | boolean
}

/** Name the field by `fieldId` or by `code`. If both are sent, they must name the same field. */
export interface CashTransactionCustomFieldCreateData {
  /** The id of the definition of the custom field. */
  fieldId?: number | undefined
  /** The code of the custom field. Or send `fieldId`. */
  code?: string | undefined
  /** Text, Date and List: a string. Number and Money: a number. Bool: true or false. */
  value: unknown
}

export interface CashTransactionCustomFieldEditData {
  /** Text, Date and List: a string. Number and Money: a number. Bool: true or false. */
  value: unknown
}

export interface CashTransactionCustomFieldSearchResult {
  /** The id of the definition of the custom field. */
  fieldId: number
  /** The code of the custom field, such as TIER. */
  code: string
  /** The name of the custom field as people read it. */
  name: string
  /** The type of the value: Text, Number, Money, Date, Bool or List. */
  dataType: 'Text' | 'Number' | 'Money' | 'Date' | 'Bool' | 'List'
  /** Text, Date and List: a string. Number and Money: a number. Bool: true or false. Null: not set. */
  value: string | number | boolean | null
}

export interface CashTransactionEditData {
  /** A reference for finding it again, such as a wire or deposit number. */
  reference?: string | null | undefined
  /** The memo of the payment, for people. */
  memo?: string | null | undefined
  /** The number of the check. It can be corrected while Posted. */
  checkNumber?: string | null | undefined
  /** The day on which the bank saw it. The status becomes Cleared. */
  clearedDate?: string | undefined
  /** Pays rows with what is unapplied. */
  applyDetails?: readonly {
    /** The ledger row to pay. */
    ledgerId: number
    /** What of the row is paid, in dollars. */
    amount: number
  }[] | undefined
  /** Voided: our mistake, or a lost check. Returned: the bank sent it back. */
  status?: 'Voided' | 'Returned' | undefined
  /** Why it is voided or returned. Required with `status`. */
  reason?: string | undefined
  /** The reason code of the bank, such as R01. */
  returnCode?: string | null | undefined
  /** For a returned receipt: true by default. */
  chargeNsfFee?: boolean | undefined
  /** Puts the contracts that are no longer paid on hold (PAYRETURN). False by default. */
  placeHold?: boolean | undefined
}

/** What the cash paid of a ledger row, or gave back. */
export interface CashTransactionLedger {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the cash transaction. */
  cashTransactionId: number
  /** The id of the ledger row. */
  ledgerId: number
  /** What the cash pays of the row, in dollars. */
  appliedAmount: number
  /** When the cash was applied to the row. */
  appliedAt: string
  /** Whether it takes back an earlier application, because the cash was voided or returned. */
  isReversal: boolean
  /** Receive: the account holder owes the administrator. Pay: the administrator owes the account holder. */
  direction: 'Receive' | 'Pay'
  /** The code of the line of the row. Null: none. */
  disbursementCode: string | null
  /** The number of the contract of the row. Null: none. */
  contractNumber: string | null
}

export interface ChangedClaim {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the claim, such as CLM-000311. */
  number: string
  /** Where the claim stands. It follows from its details, holds and payments: Open, InReview, OnHold, PendingApproval, Authorized, PaymentRequested, Paid, Closed, Denied or Voided. */
  status: 'Open' | 'InReview' | 'OnHold' | 'PendingApproval' | 'Authorized' | 'PaymentRequested' | 'Paid' | 'Closed' | 'Denied' | 'Voided'
  /** The kind of claim: Repair, GAP, PPM, TireWheel, Appearance, Key, Benefit or Reimbursement. */
  claimType: 'Repair' | 'GAP' | 'PPM' | 'TireWheel' | 'Appearance' | 'Key' | 'Benefit' | 'Reimbursement'
  /** The contract that the claim is on, as far as the claim needs it. */
  contract: ClaimContract
  /** Whether the contract covers the loss, as of now. A claim that is Denied, Paid, Closed or Voided keeps what was decided. */
  coverage: ClaimCoverage
  /** The day on which the loss was reported. */
  reportedDate: string
  /** The day of the breakdown or loss. It decides whether the contract was in force. */
  lossDate: string
  /** The odometer reading at the loss. Null: no vehicle. */
  lossOdometer: number | null
  /** The shop that repairs the vehicle. Null: none. */
  repairFacility: Reference | null
  /** The service advisor at the shop. */
  advisorName: string | null
  /** The number of the shop’s repair order. */
  repairOrderNumber: string | null
  /** How to reach the customer about this claim. */
  customerContact: string | null
  /** The adjuster who handles the claim. Null: nobody yet. */
  adjusterId: number | null
  /** The details of the claim: one for each complaint, with its lines and decision. */
  details: readonly Issue[]
  /** The deductible of the contract, and what of it this claim has used. */
  deductible: ClaimDeductible
  /** The sums of the claim. */
  costs: CostData
  /** What the contract pays besides repairs, such as towing and rental, and what is left of it. */
  benefits: readonly ClaimBenefit[]
  /** The facts of a GAP claim. Null: the claim is no GAP claim, or they are not known yet. */
  gap: GapData | null
  /** What a GAP claim pays, and how it comes about. Null: not a GAP claim, or facts are missing. */
  gapSettlement: GapSettlement | null
  /** What a settlement still needs. */
  gapMissing: readonly string[]
  /** The services of a prepaid maintenance claim, one detail each. Empty for other claims. */
  ppmEvents: readonly PPMClaimEvent[]
  /** The holds of the claim, open and past. */
  holds: readonly ClaimHold[]
  /** Why the claim was denied. Null: it was not. */
  deniedReason: string | null
  /** Why the claim was voided or closed. */
  endReason: string | null
  /** The inspections of the claim, oldest first. */
  inspections: readonly Inspection[]
  /** Whether an inspection is needed before the claim can be authorized: it is costly, or comes early in the contract. */
  inspectionRequired: boolean
  /** Why no inspection is needed, as a person with the right to waive it said. Null: not waived. */
  inspectionWaiver: string | null
  /** The payment requests of the claim. */
  payments: readonly ClaimPaymentRequest[]
  /** Payments on the claim besides its details. */
  miscPayments: readonly ClaimMiscPayment[]
  /** The number to give to the shop when work is authorized. Null: nothing is authorized yet. */
  authorizationNumber: string | null
  /** The last day on which payment can be requested under the authorization. Null: nothing is authorized. */
  authorizedUntil: string | null
  /** How many notes the claim has that the caller may read. */
  notesCount: number
  /** What the claim is still expected to cost, in dollars. 0 once it is settled. */
  reserve: number
  /** An adjuster’s estimate of the whole claim, in dollars. Null: none. */
  caseReserve: number | null
  /** The worksheet: every figure of the decision with its inputs and its formula. */
  steps: readonly ClaimStep[]
  /** The documents of the claim. */
  documents: readonly ClaimDocument[]
  /** The dealer whose shop repairs the vehicle, if it is related to the sale. Null: it is not. */
  relatedDealer: RelatedDealer | null
  /** Other active contracts on the same vehicle. A total loss ends them, too. */
  relatedContracts: readonly Reference[]
  /** What an adjuster should look at, such as OdometerBelowLastKnown or PossibleDuplicate. */
  warnings: readonly ClaimReason[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** The letter that was made with this request. Null: none was. */
  generatedDocument?: {
    /** The id of the record, a whole number that never changes. */
    id: number
    /** The type of the document, such as DECISION. */
    documentTypeCode: string
  } | null | undefined
}

export interface Claim {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the claim, such as CLM-000311. */
  number: string
  /** Where the claim stands. It follows from its details, holds and payments: Open, InReview, OnHold, PendingApproval, Authorized, PaymentRequested, Paid, Closed, Denied or Voided. */
  status: 'Open' | 'InReview' | 'OnHold' | 'PendingApproval' | 'Authorized' | 'PaymentRequested' | 'Paid' | 'Closed' | 'Denied' | 'Voided'
  /** The kind of claim: Repair, GAP, PPM, TireWheel, Appearance, Key, Benefit or Reimbursement. */
  claimType: 'Repair' | 'GAP' | 'PPM' | 'TireWheel' | 'Appearance' | 'Key' | 'Benefit' | 'Reimbursement'
  /** The contract that the claim is on, as far as the claim needs it. */
  contract: ClaimContract
  /** Whether the contract covers the loss, as of now. A claim that is Denied, Paid, Closed or Voided keeps what was decided. */
  coverage: ClaimCoverage
  /** The day on which the loss was reported. */
  reportedDate: string
  /** The day of the breakdown or loss. It decides whether the contract was in force. */
  lossDate: string
  /** The odometer reading at the loss. Null: no vehicle. */
  lossOdometer: number | null
  /** The shop that repairs the vehicle. Null: none. */
  repairFacility: Reference | null
  /** The service advisor at the shop. */
  advisorName: string | null
  /** The number of the shop’s repair order. */
  repairOrderNumber: string | null
  /** How to reach the customer about this claim. */
  customerContact: string | null
  /** The adjuster who handles the claim. Null: nobody yet. */
  adjusterId: number | null
  /** The details of the claim: one for each complaint, with its lines and decision. */
  details: readonly Issue[]
  /** The deductible of the contract, and what of it this claim has used. */
  deductible: ClaimDeductible
  /** The sums of the claim. */
  costs: CostData
  /** What the contract pays besides repairs, such as towing and rental, and what is left of it. */
  benefits: readonly ClaimBenefit[]
  /** The facts of a GAP claim. Null: the claim is no GAP claim, or they are not known yet. */
  gap: GapData | null
  /** What a GAP claim pays, and how it comes about. Null: not a GAP claim, or facts are missing. */
  gapSettlement: GapSettlement | null
  /** What a settlement still needs. */
  gapMissing: readonly string[]
  /** The services of a prepaid maintenance claim, one detail each. Empty for other claims. */
  ppmEvents: readonly PPMClaimEvent[]
  /** The holds of the claim, open and past. */
  holds: readonly ClaimHold[]
  /** Why the claim was denied. Null: it was not. */
  deniedReason: string | null
  /** Why the claim was voided or closed. */
  endReason: string | null
  /** The inspections of the claim, oldest first. */
  inspections: readonly Inspection[]
  /** Whether an inspection is needed before the claim can be authorized: it is costly, or comes early in the contract. */
  inspectionRequired: boolean
  /** Why no inspection is needed, as a person with the right to waive it said. Null: not waived. */
  inspectionWaiver: string | null
  /** The payment requests of the claim. */
  payments: readonly ClaimPaymentRequest[]
  /** Payments on the claim besides its details. */
  miscPayments: readonly ClaimMiscPayment[]
  /** The number to give to the shop when work is authorized. Null: nothing is authorized yet. */
  authorizationNumber: string | null
  /** The last day on which payment can be requested under the authorization. Null: nothing is authorized. */
  authorizedUntil: string | null
  /** How many notes the claim has that the caller may read. */
  notesCount: number
  /** What the claim is still expected to cost, in dollars. 0 once it is settled. */
  reserve: number
  /** An adjuster’s estimate of the whole claim, in dollars. Null: none. */
  caseReserve: number | null
  /** The worksheet: every figure of the decision with its inputs and its formula. */
  steps: readonly ClaimStep[]
  /** The documents of the claim. */
  documents: readonly ClaimDocument[]
  /** The dealer whose shop repairs the vehicle, if it is related to the sale. Null: it is not. */
  relatedDealer: RelatedDealer | null
  /** Other active contracts on the same vehicle. A total loss ends them, too. */
  relatedContracts: readonly Reference[]
  /** What an adjuster should look at, such as OdometerBelowLastKnown or PossibleDuplicate. */
  warnings: readonly ClaimReason[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface ClaimBenefit {
  /** The code of the benefit, such as RENTAL or TOW. */
  code: string
  /** The name of the benefit. */
  name: string
  /** What the benefit counts: days or occurrences. */
  unit: 'Day' | 'Occurrence'
  /** The most that is paid for one unit, in dollars. */
  unitCap: number
  /** The most that is paid on one claim, in dollars. */
  occurrenceCap: number
  /** The most that is paid on all claims of the contract, in dollars. Null: no limit. */
  contractCap: number | null
  /** What this claim takes of the benefit, in dollars. */
  used: number
  /** What is left of the benefit, in dollars. */
  remaining: number
}

export interface ClaimContract {
  /** The id of the contract. */
  contractId: number
  /** The number of the contract. */
  number: string | null
  /** The status of the contract today. */
  status: string
  /** The name of the product. */
  productName: string
  /** The name of the plan. */
  planName: string
  /** The term: how long, and for how many miles or hours, the contract covers. */
  term: Term
  /** What the customer pays of each repair. */
  deductible: Deductible
  /** The first day that is covered, before any waiting period. */
  effectiveDate: string
  /** The last day that is covered. */
  expirationDate: string
  /** The highest odometer reading that is covered. Null: miles are not limited. */
  expirationOdometer: number | null
  /** The vehicle that is covered. Null: the item is no vehicle. */
  vehicle: {
    /** The vehicle identification number, 17 characters. Null: not known. */
    vin: string | null
    /** The model year. Null: not known. */
    year: number | null
    /** The make, such as FORD. Null: not known. */
    make: string | null
    /** The model, such as F-150. Null: not known. */
    model: string | null
  } | null
  /** The dealer that sold the contract. */
  dealer: Reference
  /** What is left of the aggregate limit; null: no limit. */
  remainingLiability: number | null
}

export interface ClaimCoverage {
  /** Whether the contract was in force on the loss date, at the loss odometer. */
  inForce: boolean
  /** Why it was not in force. Empty if it was. */
  reasons: readonly ClaimReason[]
}

export interface ClaimCreateData {
  /** The contract that the claim is on. Or send `contractNumber`. */
  contractId?: number | undefined
  /** The number of the contract, in place of its id. */
  contractNumber?: string | undefined
  /** The day of the breakdown or loss. It decides whether the contract was in force. */
  lossDate: string
  /** The odometer reading at the loss. Required for a vehicle. */
  lossOdometer?: number | null | undefined
  /** The kind of claim: Repair, GAP, PPM, TireWheel, Appearance, Key, Benefit or Reimbursement. Default: by the type of the product. */
  claimType?: 'Repair' | 'GAP' | 'PPM' | 'TireWheel' | 'Appearance' | 'Key' | 'Benefit' | 'Reimbursement' | undefined
  /** The day on which the loss was reported. Default: today. */
  reportedDate?: string | undefined
  /** The shop that repairs the vehicle. Null: none. */
  repairFacilityId?: number | null | undefined
  /** The service advisor at the shop. */
  advisorName?: string | null | undefined
  /** The number of the shop’s repair order. */
  repairOrderNumber?: string | null | undefined
  /** How to reach the customer about this claim. */
  customerContact?: string | null | undefined
  /** A user of the administrator. */
  adjusterId?: number | null | undefined
  /** The details of the claim: one for each complaint, with what the shop asks for. */
  details?: readonly ClaimDetailCreateData[] | undefined
  /** The facts of a GAP claim. Null: the claim is no GAP claim, or they are not known yet. */
  gap?: GapData | null | undefined
  /** The services of a prepaid maintenance claim. */
  ppmEvents?: readonly PPMClaimEventCreateData[] | undefined
}

export interface ClaimDeductible {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the deductible, such as 100. */
  code: string
  /** The deductible in dollars. */
  amount: number
  /** How it is charged: PerVisit, PerComponent, PerItem, Disappearing (waived at the selling dealer) or Reduced (smaller there). */
  type: 'PerVisit' | 'PerComponent' | 'Disappearing' | 'Reduced' | 'PerItem'
  /** The smaller deductible at the selling dealer’s shop, in dollars. Null unless the type is Reduced. */
  reducedAmount: number | null
  /** The deductible as customers read it. */
  description: string | null
  /** What the customer pays of it on this claim, in dollars. */
  applied: number
}

export interface ClaimDetailComponent {
  /** The id of the component. */
  componentId: number | null
  /** The code of the component, such as WATERPUMP. */
  code: string
  /** The name of the component. */
  name: string
  /** The id of the coverage group of the component. */
  coverageGroupId: number | null
  /** Whether the contract covers it, by its plan or an option. */
  isCovered: boolean
  /** Whether this component failed first. Lines that name no component belong to it. */
  isPrimaryFailure: boolean
  /** The limit for this component, in dollars. Null: no separate limit. */
  limit: number | null
}

export interface ClaimDetailComponentData {
  /** The id of the component. */
  componentId?: number | undefined
  /** The code of the component, such as WATERPUMP. */
  code?: string | undefined
  /** Whether this component failed first. Lines that name no component belong to it. */
  isPrimaryFailure?: boolean | undefined
}

export interface ClaimDetailCreateData {
  /** The id of the complaint. */
  complaintId?: number | null | undefined
  /** The code of what the customer complains about, such as NOISE. */
  complaintCode?: string | null | undefined
  /** The id of the cause. */
  causeId?: number | null | undefined
  /** The code of what caused it, such as INTFAIL. */
  causeCode?: string | null | undefined
  /** The id of the correction. */
  correctionId?: number | null | undefined
  /** The code of what the shop does about it, such as REPLACE. */
  correctionCode?: string | null | undefined
  /** The complaint in the words of the customer or shop. */
  complaintText?: string | null | undefined
  /** The cause in the words of the technician. */
  causeText?: string | null | undefined
  /** The correction in the words of the technician. */
  correctionText?: string | null | undefined
  /** What failed. The first one, or the one marked as primary failure, takes the lines that name none. */
  components?: readonly ClaimDetailComponentData[] | undefined
  /** The labor lines. */
  labor?: readonly LaborData[] | undefined
  /** The parts lines. */
  parts?: readonly PartData[] | undefined
  /** Other lines: towing, rental, diagnosis, sublet work, fluids, shop supplies and teardown. */
  misc?: readonly MiscellaneousItemData[] | undefined
  /** Cuts by an adjuster. Automatic ones are computed and cannot be sent. */
  adjustments?: readonly AdjustmentData[] | undefined
}

export interface ClaimDetailUpdateData {
  /** The id of the record, a whole number that never changes. Without an id the detail is new. */
  id?: number | undefined
  /** The id of the complaint. */
  complaintId?: number | null | undefined
  /** The code of what the customer complains about, such as NOISE. */
  complaintCode?: string | null | undefined
  /** The id of the cause. */
  causeId?: number | null | undefined
  /** The code of what caused it, such as INTFAIL. */
  causeCode?: string | null | undefined
  /** The id of the correction. */
  correctionId?: number | null | undefined
  /** The code of what the shop does about it, such as REPLACE. */
  correctionCode?: string | null | undefined
  /** The complaint in the words of the customer or shop. */
  complaintText?: string | null | undefined
  /** The cause in the words of the technician. */
  causeText?: string | null | undefined
  /** The correction in the words of the technician. */
  correctionText?: string | null | undefined
  /** What failed. The first one, or the one marked as primary failure, takes the lines that name none. */
  components?: readonly ClaimDetailComponentData[] | undefined
  /** The labor lines. */
  labor?: readonly LaborData[] | undefined
  /** The parts lines. */
  parts?: readonly PartData[] | undefined
  /** Other lines: towing, rental, diagnosis, sublet work, fluids, shop supplies and teardown. */
  misc?: readonly MiscellaneousItemData[] | undefined
  /** Cuts by an adjuster. Automatic ones are computed and cannot be sent. */
  adjustments?: readonly AdjustmentData[] | undefined
}

export interface ClaimDocument {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The type of the document, such as ESTIMATE or INVOICE. */
  documentTypeCode: string
  /** The name of the file, with its ending. */
  fileName: string
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
}

export interface ClaimHold {
  /** The id of the hold reason. */
  reasonId: number
  /** The code of the hold reason, such as INSPPEND. */
  reasonCode: string
  /** The day on which the hold began. */
  from: string
  /** The day on which the hold ended. Null: it is open. */
  to: string | null
}

export interface ClaimHoldReason {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the reason. Send it where a reason is asked for. */
  code: string
  /** The reason as people read it. */
  name: string
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
  /** The types of products that it is for. Empty: all types. */
  productTypeCodes: readonly string[]
}

export interface ClaimIndexResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the claim, such as CLM-000311. */
  number: string
  /** Where the claim stands, from Open to Paid, Closed, Denied or Voided. */
  status: 'Open' | 'InReview' | 'OnHold' | 'PendingApproval' | 'Authorized' | 'PaymentRequested' | 'Paid' | 'Closed' | 'Denied' | 'Voided'
  /** The kind of claim: Repair, GAP, PPM, TireWheel, Appearance, Key, Benefit or Reimbursement. */
  claimType: 'Repair' | 'GAP' | 'PPM' | 'TireWheel' | 'Appearance' | 'Key' | 'Benefit' | 'Reimbursement'
  /** The number of the contract. Null: it has none yet. */
  contractNumber: string | null
  /** The name of the customer. Null: none. */
  customerName: string | null
  /** The vehicle identification number, 17 characters. Null: not known. */
  vin: string | null
  /** The day of the breakdown or loss. It decides whether the contract was in force. */
  lossDate: string
  /** The odometer reading at the loss. Null: no vehicle. */
  lossOdometer: number | null
  /** The name of the repair facility. Null: none. */
  facilityName: string | null
  /** The name of the adjuster. Null: nobody yet. */
  adjuster: string | null
  /** What was asked for, before tax, in dollars. */
  requested: number
  /** What is authorized, in dollars. */
  authorized: number
  /** What was paid, in dollars. */
  paid: number
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
}

export interface ClaimInspection {
  /** The number of the order in the system of the company. */
  externalReference: string
  /** The number of the claim. */
  claimNumber: string
  /** The number of the contract. If sent, it must be that of the claim. */
  contractNumber?: string | null | undefined
  /** The number of the inspection company. Absent: the company of the caller. */
  companyNumber?: string | null | undefined
  /** For a new inspection. Absent: VERIFY. */
  reasonCode?: string | null | undefined
  /** The id of the event in the system of the company. Each event counts once. */
  externalEventId?: string | null | undefined
  /** The order of the events of an inspection. An event that is not above the last one is not applied. */
  sequence?: number | null | undefined
  /** Assigned, Scheduled, Completed or another status that the inspection can move to. */
  status?: 'Ordered' | 'Assigned' | 'Scheduled' | 'Completed' | 'Reviewed' | 'Rejected' | 'Cancelled' | undefined
  /** When the vehicle is inspected. Null: no appointment yet. */
  scheduledAt?: string | null | undefined
  /** When the inspection was completed. Null: not yet. */
  completedAt?: string | null | undefined
  /** The odometer reading that the inspector saw. Null: none. */
  odometerSeen?: number | null | undefined
  /** What the inspector found, in words. */
  findings?: string | null | undefined
  /** What the inspector concludes: FailureConfirmed, NotConfirmed or Inconclusive. Null: nothing yet. */
  recommendation?: 'FailureConfirmed' | 'NotConfirmed' | 'Inconclusive' | null | undefined
  /** Answers of the inspector by name, such as the depth of a tire tread. */
  fields?: readonly InspectionFieldData[] | undefined
  /** The vehicle as the company’s system knows it. Null: not sent. */
  vehicle?: ClaimInspectionVehicle | null | undefined
  /** The shop as the company’s system knows it. Null: not sent. */
  repairFacility?: ClaimInspectionRepairFacility | null | undefined
  /** All notes. Those that are known are not added again. */
  notes?: readonly {
    /** The text of the note. */
    text: string
    /** Who wrote the note. */
    author?: string | undefined
    /** When the note was written. */
    at?: string | undefined
  }[] | undefined
}

export interface ClaimInspectionPatchRequest {
  /** The number of the order in the system of the company. */
  externalReference: string
  /** The id of the event in the system of the company. Each event counts once. */
  externalEventId: string
  /** The order of the events of an inspection. An event that is not above the last one is not applied. */
  sequence: number
  /** What has changed. */
  inspection?: ClaimInspectionUpdate | undefined
  /** Notes to add to the inspection. */
  notes?: readonly InspectionNoteData[] | undefined
}

export interface ClaimInspectionPut {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The status to move to. Reviewed and Cancelled are for the administrator. If absent, it stays. */
  status?: 'Ordered' | 'Assigned' | 'Scheduled' | 'Completed' | 'Reviewed' | 'Rejected' | 'Cancelled' | undefined
  /** When the vehicle is inspected. Null: no appointment yet. */
  scheduledAt?: string | null | undefined
  /** When the inspection was completed. Null: not yet. */
  completedAt?: string | null | undefined
  /** The odometer reading that the inspector saw. Null: none. */
  odometerSeen?: number | null | undefined
  /** What the inspector found, in words. */
  findings?: string | null | undefined
  /** What the inspector concludes: FailureConfirmed, NotConfirmed or Inconclusive. Null: nothing yet. */
  recommendation?: 'FailureConfirmed' | 'NotConfirmed' | 'Inconclusive' | null | undefined
  /** Answers of the inspector by name, such as the depth of a tire tread. */
  fields?: readonly InspectionFieldData[] | undefined
  /** Why the inspection cannot go on. Null: nothing holds it up. */
  holdReasonId?: number | null | undefined
}

export interface ClaimInspectionReason {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the reason. Send it where a reason is asked for. */
  code: string
  /** The reason as people read it. */
  name: string
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
  /** The types of products that it is for. Empty: all types. */
  productTypeCodes: readonly string[]
}

export interface ClaimInspectionRepairFacility {
  /** The name of the shop. */
  name?: string | null | undefined
  /** The street address of the party. */
  address?: AddressData | null | undefined
  /** The telephone number, as it was entered. */
  phone?: string | null | undefined
  /** The person to ask for at the shop. */
  contact?: string | null | undefined
}

export interface ClaimInspectionUpdate {
  /** The status to move to. */
  status?: 'Ordered' | 'Assigned' | 'Scheduled' | 'Completed' | 'Reviewed' | 'Rejected' | 'Cancelled' | undefined
  /** When the vehicle is inspected. Null: no appointment yet. */
  scheduledAt?: string | null | undefined
  /** When the inspection was completed. Null: not yet. */
  completedAt?: string | null | undefined
  /** The odometer reading that the inspector saw. Null: none. */
  odometerSeen?: number | null | undefined
  /** What the inspector found, in words. */
  findings?: string | null | undefined
  /** What the inspector concludes: FailureConfirmed, NotConfirmed or Inconclusive. Null: nothing yet. */
  recommendation?: 'FailureConfirmed' | 'NotConfirmed' | 'Inconclusive' | null | undefined
  /** Answers of the inspector by name, such as the depth of a tire tread. */
  fields?: readonly InspectionFieldData[] | undefined
  /** Why the inspection cannot go on. Null: nothing holds it up. */
  holdReasonId?: number | null | undefined
}

export interface ClaimInspectionVehicle {
  /** The vehicle identification number, 17 characters. Null: not known. */
  vin?: string | null | undefined
  /** The model year. Null: not known. */
  year?: number | null | undefined
  /** The make, such as FORD. Null: not known. */
  make?: string | null | undefined
  /** The model, such as F-150. Null: not known. */
  model?: string | null | undefined
  /** The odometer reading. Null: not known. */
  odometer?: number | null | undefined
}

export interface ClaimMiscPayment {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** What the payment is for. */
  description: string
  /** Who got the payment. */
  payee: string
  /** The payment, in dollars. */
  amount: number
  /** Why it was paid. Null: not said. */
  reason: string | null
}

export interface ClaimPatch {
  /** The day of the breakdown or loss. It decides whether the contract was in force. */
  lossDate?: string | undefined
  /** The odometer reading at the loss. Null: no vehicle. */
  lossOdometer?: number | null | undefined
  /** The day on which the loss was reported. Default: today. */
  reportedDate?: string | undefined
  /** The shop that repairs the vehicle. Null: none. */
  repairFacilityId?: number | null | undefined
  /** The service advisor at the shop. */
  advisorName?: string | null | undefined
  /** The number of the shop’s repair order. */
  repairOrderNumber?: string | null | undefined
  /** How to reach the customer about this claim. */
  customerContact?: string | null | undefined
  /** A user of the administrator. */
  adjusterId?: number | null | undefined
  /** The facts of a GAP claim. Null: the claim is no GAP claim, or they are not known yet. */
  gap?: GapData | null | undefined
  /** An estimate of the whole claim. Null: none. */
  caseReserve?: number | null | undefined
  /** Sent alone, with the fields that it takes. */
  action?: 'Authorize' | 'Approve' | 'Reopen' | 'Deny' | 'Hold' | 'Release' | 'Void' | 'Close' | 'VoidPayment' | 'Letter' | undefined
  /** The details that the action is for. Default: every detail that the action fits. Deny takes those that are not decided yet; a detail that was authorized is denied by its id. */
  detailIds?: readonly number[] | undefined
  /** For Approve, Reopen, Void, Close and VoidPayment. */
  reason?: string | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
  /** For Authorize: why no inspection is needed. */
  inspectionWaiver?: string | undefined
  /** The id of the denied reason, in place of its code. */
  deniedReasonId?: number | undefined
  /** The code of the denied reason, such as NOTCOV. For the action Deny. */
  deniedReasonCode?: string | undefined
  /** The id of the claim hold reason, in place of its code. */
  holdReasonId?: number | undefined
  /** The code of the claim hold reason, such as DIAGPEND. For the actions Hold and Release. */
  holdReasonCode?: string | undefined
  /** The payment request to void. For the action VoidPayment. */
  paymentRequestId?: number | undefined
  /** With the action Letter: sends the letter by email. */
  mail?: LetterMailData | undefined
}

export interface ClaimPayee {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'ClaimPayee'
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** Whether the payee is an individual or a business. */
  payeeType: 'Individual' | 'Business'
  /** Whether the payee’s Form W-9 is on file. A payee that gets a Form 1099 is not paid without it. */
  w9OnFile: boolean
  /** Whether payments to this payee are reported on Form 1099. */
  is1099: boolean
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface ClaimPayeeCreateData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address: AddressData
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. Today if nothing is sent. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** Whether the payee is an individual or a business. */
  payeeType?: 'Individual' | 'Business' | undefined
  /** Whether the payee’s Form W-9 is on file. A payee that gets a Form 1099 is not paid without it. */
  w9OnFile?: boolean | undefined
  /** Whether payments to this payee are reported on Form 1099. */
  is1099?: boolean | undefined
}

export interface ClaimPayeeEditData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name?: string | undefined
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressEditData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** Whether the payee is an individual or a business. */
  payeeType?: 'Individual' | 'Business' | undefined
  /** Whether the payee’s Form W-9 is on file. A payee that gets a Form 1099 is not paid without it. */
  w9OnFile?: boolean | undefined
  /** Whether payments to this payee are reported on Form 1099. */
  is1099?: boolean | undefined
}

export interface ClaimPayeeSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The main telephone number of the account holder. */
  phone: string | null
}

export interface ClaimPaymentRequest {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the claim. */
  claimId: number
  /** Requested, InProcess (in a batch), Paid or Voided. */
  status: 'Requested' | 'InProcess' | 'Paid' | 'Voided'
  /** Who gets the payment. */
  payee: {
    /** The kind of payee. */
    type: 'ClaimPayee' | 'RepairFacility' | 'Customer' | 'LienHolder' | 'Dealer' | null
    /** The id of the record, a whole number that never changes. */
    id: number | null
    /** The number of the payee. Null: none. */
    number: string | null
    /** The name of the payee. Null if the caller may not see it. */
    name: string | null
  }
  /** The amount to pay, in dollars. */
  amount: number
  /** The details that are paid. */
  detailIds: readonly number[]
  /** The number of the shop’s invoice. One payee cannot use a number twice. */
  invoiceNumber: string | null
  /** The date of the invoice. */
  invoiceDate: string | null
  /** What the invoice asks of us, in dollars. Null: not sent. */
  invoiceAmount: number | null
  /** How it is paid: Check, ACH, CreditCard, VirtualCard or Wire. */
  paymentMethod: 'Check' | 'ACH' | 'CreditCard' | 'VirtualCard' | 'Wire' | null
  /** The odometer reading when the vehicle left the shop. Null: not known. */
  odometerOut: number | null
  /** The ids of documents that belong with it. They must already be on the same contract or claim. */
  documentIds: readonly number[]
  /** A note for the file. It is kept with the record and changes nothing else. */
  note: string | null
  /** The id of the ledger row. */
  ledgerId: number | null
  /** The id of the cash transaction. Null: none. */
  cashTransactionId: number | null
  /** When the payment was requested. */
  requestedAt: string
  /** Who requested the payment. */
  requestedBy: string
  /** Why the request was voided. Null: it was not. */
  voidReason: string | null
}

export interface ClaimPaymentRequestCreateData {
  /** Who is paid. A GAP claim pays only the lien holder. */
  payee: {
    /** The kind of payee. */
    type: 'ClaimPayee' | 'RepairFacility' | 'Customer' | 'LienHolder' | 'Dealer'
    /** The id of the record, a whole number that never changes. */
    id: number
  }
  /** The number of the shop’s invoice. One payee cannot use a number twice. */
  invoiceNumber: string
  /** The date of the invoice. */
  invoiceDate: string
  /** What the invoice asks of us. */
  invoiceAmount?: number | undefined
  /** How it is paid: Check, ACH, CreditCard, VirtualCard or Wire. Check if nothing is sent. */
  paymentMethod?: 'Check' | 'ACH' | 'CreditCard' | 'VirtualCard' | 'Wire' | undefined
  /** The details that are paid. Default: all authorized details. */
  detailIds?: readonly number[] | undefined
  /** The amount to pay, in dollars. Default: what is authorized for these details and not yet requested. It is used up in sequence. */
  amount?: number | undefined
  /** The odometer reading when the vehicle left the shop. Null: not known. */
  odometerOut?: number | null | undefined
  /** The ids of documents that belong with it. They must already be on the same contract or claim. */
  documentIds?: readonly number[] | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
}

export interface ClaimReason {
  /** The code of the reason, such as LossAfterExpiration or OdometerOverLimit. */
  code: string
  /** What happened, in a sentence for people. */
  message: string
}

export interface ClaimSetting {
  /** The id of the product. */
  productId: number
  /** How often the deductible is charged. Null: by the type of the deductible. */
  deductibleRule: 'PerVisit' | 'PerComponent' | 'PerItem' | null
  /** Whether a contract may have several open claims. Kept for information. Null: the usual rule. */
  allowsMultipleOpenClaims: boolean | null
  /** Claims of this amount or more are inspected. */
  inspectionThreshold: number | null
  /** Days for which an authorization is valid. */
  authExpireDays: number | null
  /** Parts are paid up to their suggested retail price, or up to their cost plus the allowed markup. */
  partsPriceLevel: 'MSRP' | 'Cost' | null
  /** The guide that labor hours are taken from. */
  laborGuide: string | null
  /** The most that a shop may mark up parts, in percent. Kept for information. Null: no limit. */
  maxPartsMarkupPercent: number | null
}

export interface ClaimStatistic {
  /** The keys that are grouped by, and no others. Null where a claim has none. */
  keys: {
    /** The id of the product. */
    productId?: number | undefined
    /** The id of the plan. */
    planId?: number | undefined
    /** The id of the dealer. */
    dealerId?: number | undefined
    /** The repair facility of the claims. Null: none. */
    facilityId?: number | null | undefined
    /** The id of the cause. */
    causeId?: number | null | undefined
    /** The month, such as 2024-03. */
    month?: string | undefined
  }
  /** Claims that are not voided. With Cause: their details. */
  count: number
  /** Those of them that keep a contract from expiring by itself. */
  open: number
  /** Before tax, without denied details. */
  requested: number
  /** Of the details that are authorized or paid. */
  authorized: number
  /** By the accounting date of the cash. What came back counts on its own day. */
  paid: number
  /** What open claims are still expected to cost, in dollars. */
  reserve: number
  /** What was paid and what is still expected, in dollars: paid + reserve. */
  incurred: number
  /** By the claims with money paid. With Cause: by the details. */
  averagePaid: number | null
  /** What the reserve of the contracts has earned in the books. Absent with Facility or Cause. */
  earned?: number | undefined
  /** What was incurred for each dollar earned, with four decimals: incurred / earned. Null: nothing was earned. */
  lossRatio: number | null
}

export interface ClaimStep {
  /** The name of the figure. */
  code: string
  /** The values that the figure is made of. */
  inputs: Record<string, string | number | boolean>
  /** How the figure is calculated. */
  formula: string
  /** The value before rounding. */
  exact: string
  /** How the figure is rounded: to the nearest cent with halves up, up or down to the cent, or to six decimals. LargestRemainder: to cents so that parts add up to their whole. */
  rounding: 'None' | 'HalfUpToCent' | 'UpToCent' | 'DownToCent' | 'LargestRemainder' | 'HalfUpToSixDecimals'
  /** The figure in dollars. Null: it is no amount. */
  amount: number | null
  /** The code of the rule. Null: none. */
  ruleCode: string | null
  /** The rule or setting behind the figure. Null: none. */
  source: string | null
  /** The part of the contract that applies. Null: none. */
  clause: string | null
  /** The step in a sentence for people. */
  words: string
}

export interface ClaimTriangle {
  /** The quarters that the rows stand for, such as 2023-Q1. */
  origins: readonly string[]
  /** The ages that the columns stand for, in quarters. */
  ages: readonly number[]
  /** A row for each origin, a column for each age. Null where the future is. */
  cells: readonly (readonly (number | null)[])[]
}

export interface ClaimUpdateData {
  /** The day of the breakdown or loss. It decides whether the contract was in force. */
  lossDate: string
  /** The odometer reading at the loss. Required for a vehicle. */
  lossOdometer?: number | null | undefined
  /** The day on which the loss was reported. Default: today. */
  reportedDate?: string | undefined
  /** The shop that repairs the vehicle. Null: none. */
  repairFacilityId?: number | null | undefined
  /** The service advisor at the shop. */
  advisorName?: string | null | undefined
  /** The number of the shop’s repair order. */
  repairOrderNumber?: string | null | undefined
  /** How to reach the customer about this claim. */
  customerContact?: string | null | undefined
  /** A user of the administrator. */
  adjusterId?: number | null | undefined
  /** With an id a detail is replaced, without one it is added. One that is left out is voided. */
  details?: readonly ClaimDetailUpdateData[] | undefined
  /** The facts of a GAP claim. Null: the claim is no GAP claim, or they are not known yet. */
  gap?: GapData | null | undefined
  /** The services of a prepaid maintenance claim. Those that are left out are voided. */
  ppmEvents?: readonly {
    /** The code of the maintenance service, such as OIL. */
    serviceCode: string
    /** The day on which the service was done. */
    serviceDate: string
    /** The odometer reading at the service. */
    odometer?: number | null | undefined
    /** The shop that did the service. Null: not known. */
    facilityId?: number | null | undefined
    /** The number of the shop’s invoice. One payee cannot use a number twice. */
    invoiceNumber?: string | null | undefined
    /** The id of the record, a whole number that never changes. */
    id?: number | undefined
  }[] | undefined
}

export interface ClassDetail {
  /** The code of the class. Higher classes cost more; INEL is not sold. */
  classCode: string
  /** The name of the class. */
  className: string
  /** The id of the program. */
  programId: number
  /** Whether vehicles of the class can be sold a contract. */
  isEligible: boolean
  /** Where the class comes from: the class Table of the program, or an Override. */
  source: 'Table' | 'Override'
  /** The row of the class table that the vehicle matched. */
  matchedOn: ClassMatch
}

export interface ClassMatch {
  /** The make in the row of the class table. */
  make: string | null
  /** The model in the row of the class table. Null: any. */
  model: string | null
  /** The trim in the row of the class table. Null: any. */
  trim: string | null
  /** The series in the row of the class table. Null: any. */
  series: string | null
  /** The engine in the row of the class table. Null: any. */
  engine: string | null
  /** The fuel in the row of the class table. Null: any. */
  fuelType: string | null
  /** The drive train in the row of the class table. Null: any. */
  driveType: string | null
}

export interface ClipPolicyNumber {
  /** The program that the policy backs. */
  programId: number | null
  /** The number of the contractual liability insurance policy. */
  number: string
  /** The first day of the policy. Null: not limited. */
  from: string | null
  /** The last day of the policy. Null: no end. */
  to: string | null
}

export interface ClipPolicyNumberData {
  /** The program that the policy backs. */
  programId?: number | null | undefined
  /** The number of the contractual liability insurance policy. */
  number: string
  /** The first day of the policy. Null: not limited. */
  from?: string | null | undefined
  /** The last day of the policy. Null: no end. */
  to?: string | null | undefined
}

export type CobuyerData = ContractPersonData

export interface CommissionDefault {
  /** The program that the commission is for. Null: every program. */
  programId: number | null
  /** The line of dealer cost that pays the commission, such as AGENT. */
  disbursementCode: string
  /** The commission in dollars. Null if it is a percentage. */
  amount: number | null
  /** The commission as a percentage, such as 6 for 6%. Null if it is an amount. */
  percent: number | null
}

export interface CommissionDefaultData {
  /** The program that the commission is for. Null: every program. */
  programId?: number | null | undefined
  /** The line of dealer cost that pays the commission, such as AGENT. */
  disbursementCode: string
  /** The commission in dollars. Null if it is a percentage. */
  amount?: number | null | undefined
  /** The commission as a percentage, such as 6 for 6%. Null if it is an amount. */
  percent?: number | null | undefined
}

export interface ComplaintCauseCorrection {
  /** The id of the complaint. */
  complaintId: number
  /** The code of the complaint, such as NOISE. */
  complaintCode: string
  /** The id of the cause. */
  causeId: number
  /** The code of the cause, such as INTFAIL. */
  causeCode: string
  /** The id of the correction. */
  correctionId: number
  /** The code of the correction, such as REPLACE. */
  correctionCode: string
  /** The category of the complaint. */
  categoryCode: string | null
}

export interface Contract {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the contract, such as VSC-0001204. Null for a quote. */
  number: string | null
  /** Quote, Pending (sold, not in the books), Active (finalized), OnHold, Cancelled, Expired or Voided. */
  status: 'Quote' | 'Pending' | 'Active' | 'OnHold' | 'Cancelled' | 'Expired' | 'Voided'
  /** The status, or CancelPending while a cancel request is open. */
  statusLabel: string
  /** Why the contract is Voided, Expired or Cancelled. Null otherwise. */
  statusReason: string | null
  /** The status before the hold, to which the contract returns: Pending or Active. Null: not on hold. */
  heldFrom: 'Pending' | 'Active' | null
  /** Whether the dealer has paid for the contract: NotFunded, PartiallyFunded or Funded. */
  fundingStatus: 'NotFunded' | 'PartiallyFunded' | 'Funded'
  /** Open if a claim on the contract is not settled yet, otherwise None. */
  claimStatus: 'None' | 'Open'
  /** Active, within its dates and past its waiting period. */
  isEffective: boolean
  /** The type of product: VSC, GAP, PPM (prepaid maintenance), TW (tire and wheel), KEY, APL (appliance) and others. */
  productTypeCode: string
  /** The product that was sold. */
  product: IdNameDescription
  /** The program that was sold: the filed form and rate book of the product. */
  program: IdNameDescription
  /** The plan that was sold: the level of coverage. */
  plan: IdNameDescription
  /** The term: how long, and for how many miles or hours, the contract covers. */
  term: Term
  /** What the customer pays of each repair. */
  deductible: Deductible
  /** The class that the vehicle was rated in. Null: the program does not class vehicles. */
  class: ClassDetail | null
  /** The dealer that sold the contract. */
  dealer: Reference
  /** The group of the dealer at the sale. Null: none. */
  dealerGroup: Reference | null
  /** The agents of the dealer at the sale. */
  agents: readonly Reference[]
  /** The insurer that backs the contract. Null: none. */
  insurer: Reference | null
  /** The administrator of the contract. */
  adminCompany: Reference | null
  /** Who owes the customer the coverage: the administrator (Admin), the Dealer or the Insurer. */
  obligor: 'Admin' | 'Dealer' | 'Insurer'
  /** The customer: the person or business that the contract protects. */
  customer: ContractCustomer | null
  /** The second buyer, who is named on refund checks too. Null: none. */
  cobuyer: Person | null
  /** The lender that finances the vehicle. Null: none. */
  lienHolder: Reference | null
  /** The item that is covered, in the terms that all kinds of items share. */
  asset: Asset
  /** The vehicle that is covered. Null: the item is no vehicle. */
  vehicle: ContractVehicle | null
  /** The day on which the contract was sold. Terms, free looks and deadlines count from it. */
  saleDate: string
  /** The day on which the customer bought the vehicle. Null: not known. */
  vehiclePurchaseDate: string | null
  /** What the customer paid for the vehicle, in dollars. The limits of liability of a service contract rest on it. */
  vehiclePurchasePrice: number | null
  /** The day on which coverage begins, before any waiting period. */
  effectiveDate: string
  /** The odometer reading at which coverage begins, in miles. Null: not measured. */
  effectiveOdometer: number | null
  /** The last day that is covered. Suspensions and reinstatements can move it out. */
  expirationDate: string
  /** The highest odometer reading that is covered. Null: miles are not limited. */
  expirationOdometer: number | null
  /** The last day on which the customer can cancel for a full refund, by the rule that a cancel quote follows. Null: there is none. A quote, a voided contract and a transferred one have none, and under some rules a paid claim ends it. */
  freeLookEndDate: string | null
  /** The price to the customer, in dollars, before sales tax. */
  retailPrice: number
  /** What the dealer pays the administrator for the contract, in dollars: the sum of the lines that are in dealer cost. */
  dealerCost: number
  /** What the dealer keeps: the price less dealer cost, in dollars. */
  markup: number
  /** The sales tax on the price. */
  salesTax: ContractSalesTaxDetail
  /** The loan or lease that the vehicle is bought with. Null: none. */
  financing: FinancingData | null
  /** What is added to the price: mandatory surcharges that apply, and options that can be chosen. */
  surcharges: readonly Surcharge[]
  /** Callers limited to account holders see dealer cost as one line, DEALERCOST. */
  disbursements: readonly ContractDisbursement[]
  /** The services of a prepaid maintenance contract. Empty for other products. */
  ppmServices: readonly PPMService[]
  /** The values of the custom fields of the product, such as the salesperson. */
  customFieldValues: readonly CustomFieldValue[]
  /** The number of the contract form, such as VSC-100. */
  formNumber: string
  /** The state in which the contract was sold, as a two-letter code. Its law governs cancellation and tax. */
  stateOfSale: string
  /** When the contract was finalized and entered the books. Null: not yet. */
  finalizedAt: string | null
  /** Whether a change waits in `pendingChanges` for a refinalize. */
  needsRefinalize: boolean
  /** The changes to rated fields that a refinalize will apply. Null: none. */
  pendingChanges: Record<string, unknown> | null
  /** The day on which the customer got the contract itself. Null: not known, and the sale date counts. */
  deliveryDate: string | null
  /** How the customer got the contract. Null: not known, and the setting contractDelivery counts. */
  deliveryMethod: 'HandedOver' | 'Mailed' | null
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The holds of the contract, open and resolved. */
  holds: readonly Hold[]
  /** The cancel in force. Null: the contract is not cancelled. */
  currentCancel: Reference | null
  /** The transfers to new owners, oldest first. */
  transfers: readonly ContractTransfer[]
  /** Whether the contract was transferred from its first owner. */
  isTransferred: boolean
  /** The most that the contract pays for claims, and what is left. */
  limitOfLiability: LimitOfLiabilityResult
  /** Totals of money on the contract. */
  totals: ContractTotals
  /** The latest odometer reading that is known. Null: none. */
  lastKnownOdometer: OdometerReading | null
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** The quote that the contract was sold with. Null: it was sold without one. */
  rateQuoteId: string | null
  /** For a quote: its rate is honored until then. */
  validUntil: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface ContractAddressData {
  /** The street address or post office box. */
  line1?: string | null | undefined
  /** The apartment, suite or unit. Null if there is none. */
  line2?: string | null | undefined
  /** The city of the address. */
  city?: string | null | undefined
  /** The state of the address, as its two-letter postal code, such as TX. */
  state?: string | null | undefined
  /** The ZIP code, such as 78701. */
  zip?: string | null | undefined
  /** The county. It matters where a county has a sales tax of its own. */
  county?: string | null | undefined
  /** The country, as a two-letter code. US if nothing is sent. */
  country?: string | undefined
  /** What the address is for: Mailing, Physical or Billing. */
  type?: 'Mailing' | 'Physical' | 'Billing' | null | undefined
}

export interface ContractAddressPatchData {
  /** The street address or post office box. */
  line1?: string | null | undefined
  /** The apartment, suite or unit. Null if there is none. */
  line2?: string | null | undefined
  /** The city of the address. */
  city?: string | null | undefined
  /** The state of the address, as its two-letter postal code, such as TX. */
  state?: string | null | undefined
  /** The ZIP code, such as 78701. */
  zip?: string | null | undefined
  /** The county. It matters where a county has a sales tax of its own. */
  county?: string | null | undefined
  /** The country, as a two-letter code. US if nothing is sent. */
  country?: string | null | undefined
  /** What the address is for: Mailing, Physical or Billing. */
  type?: 'Mailing' | 'Physical' | 'Billing' | null | undefined
}

export interface ContractAssetData {
  /** The code of the type of item, such as AUTO or TV. */
  assetTypeCode?: string | undefined
  /** What identifies the item: the VIN, hull number or serial number. */
  identifier?: string | undefined
  /** The model year. */
  year?: number | undefined
  /** The make, such as FORD. */
  make?: string | undefined
  /** The model, such as F-150. */
  model?: string | undefined
  /** What the item cost, in dollars. */
  purchasePrice?: number | undefined
  /** The day on which the item was bought. */
  purchaseDate?: string | undefined
  /** The reading at the sale, in the unit of `usageUnit`. */
  usage?: number | undefined
}

export interface ContractAssetPatchData {
  /** The code of the type of item, such as AUTO or TV. */
  assetTypeCode?: string | null | undefined
  /** What identifies the item: the VIN, hull number or serial number. */
  identifier?: string | null | undefined
  /** The model year. Null: not known. */
  year?: number | null | undefined
  /** The make, such as FORD. Null: not known. */
  make?: string | null | undefined
  /** The model, such as F-150. Null: not known. */
  model?: string | null | undefined
  /** What the item cost, in dollars. Null: not known. */
  purchasePrice?: number | null | undefined
  /** The day on which the item was bought. Null: not known. */
  purchaseDate?: string | null | undefined
  /** The reading at the sale, in the unit of `usageUnit`. Null: not measured. */
  usage?: number | null | undefined
}

export interface ContractCancelData {
  /** The day as of which the contract is cancelled. The refund is computed for this day. */
  cancelDate: string
  /** The id of the cancel reason, in place of its code. */
  cancelReasonId?: number | undefined
  /** The code of the cancel reason, such as CUSTREQ. Or send `cancelReasonId`. */
  cancelReasonCode?: string | undefined
  /** Who asks for the cancellation. If absent: Dealer or LienHolder for a caller of that kind, otherwise Customer. */
  requestedBy?: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer' | undefined
  /** The day on which notice of the cancellation arrived. Free look and refund deadline count from it. If absent, today. */
  noticeReceivedDate?: string | undefined
  /** The odometer reading on the cancel date, in the unit of the contract. Needed where the refund depends on miles. Null: not known. */
  cancelOdometer?: number | null | undefined
  /** The unit of the odometer reading: Miles or Km. That of the vehicle at the sale if nothing is sent. */
  cancelOdometerUnit?: 'Miles' | 'Km' | undefined
  /** Who gets the refund. It must be the one that the rules give. Null: as the rules say. */
  payee?: CancelPayeeData | null | undefined
  /** Whether the loan is paid off, so that the customer and not the lender is paid. Null or absent: true for the reason PAYOFF, otherwise false. */
  lienPaidOff?: boolean | null | undefined
  /** The ids of documents that belong with it. They must already be on the same contract or claim. */
  documentIds?: readonly number[] | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
  /** Figures to set by hand, with a reason. It needs the permission cancels:override. Null: none. */
  override?: NewCancelRequestOverrideData | null | undefined
  /** The day on which the cancel counts in the books. Between the cancel date and today. If absent, today. */
  executionDate?: string | undefined
  /** Splits the refund over several payments. They must add up to the total refund. If absent, one check to the payee. */
  payments?: readonly CancelPaymentData[] | undefined
}

export interface ContractComponent {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the component, such as WATERPUMP. */
  code: string
  /** The name of the component, such as Water pump. */
  name: string
  /** The id of the coverage group of the component. */
  coverageGroupId: number
  /** The coverage group of the component, such as Engine. */
  groupCode: string
  /** Whether the contract covers it, by its plan or an option. */
  isCovered: boolean
  /** The limit for this component; null: no separate limit. */
  limit: number | null
}

export interface ContractCoverageGroup {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the coverage group, such as Engine. */
  code: string
  /** The name of the coverage group. */
  name: string
  /** The components of the group. */
  components: readonly ContractComponent[]
  /** The surcharge that added the group; null: the plan covers it. */
  viaSurcharge: string | null
}

/** Choose the rate by `rateId`, or by `dealerNumber`, `planId`, `termId` and `deductibleId`. A Pending contract also needs the customer with name and address, the VIN of a vehicle, and what its product and the custom fields require. */
export interface ContractCreateData {
  /** The rate of a quote to sell at. Without it, name dealer, plan, term and deductible. */
  rateId?: string | undefined
  /** The number of the dealer that sells, if no `rateId` is sent. */
  dealerNumber?: string | undefined
  /** The plan to sell, if no `rateId` is sent. */
  planId?: number | undefined
  /** The term to sell, if no `rateId` is sent. */
  termId?: number | undefined
  /** The deductible to sell, if no `rateId` is sent. */
  deductibleId?: number | undefined
  /** The options to include, by their codes, such as SEALS. */
  surchargeCodes?: readonly string[] | undefined
  /** The day on which the contract was sold. Terms, free looks and deadlines count from it. Today if nothing is sent. */
  saleDate?: string | undefined
  /** The state of sale, as a two-letter code. The dealer’s state if nothing is sent. */
  state?: string | undefined
  /** The price to the customer, in dollars, before sales tax. */
  retailPrice: number
  /** The customer. Required at Pending, with a name and an address. With `customerId` an existing customer is used, and what else is sent changes its record. */
  customer?: ContractCustomerData | undefined
  /** The vehicle that is covered. */
  vehicle?: ContractVehicleData | undefined
  /** The item that is covered, in the terms that all kinds of items share. */
  asset?: ContractAssetData | undefined
  /** What the customer paid for the vehicle, in dollars. The limits of liability of a service contract rest on it. */
  vehiclePurchasePrice?: number | undefined
  /** The day on which the customer bought the vehicle. */
  vehiclePurchaseDate?: string | undefined
  /** The loan or lease that the vehicle is bought with. */
  financing?: FinancingInput | undefined
  /** The id of the lender. */
  lienHolderId?: number | undefined
  /** The number of the lender, in place of its id. */
  lienHolderNumber?: string | undefined
  /** The values of the custom fields of the product, such as the salesperson. */
  customFieldValues?: readonly CustomFieldValueData[] | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | undefined
  /** The day on which the customer got the contract itself. */
  deliveryDate?: string | undefined
  /** How the customer got the contract. */
  deliveryMethod?: 'HandedOver' | 'Mailed' | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The second buyer, who is named on refund checks too. */
  cobuyer?: ContractPersonData | undefined
  /** Pending sells the contract. Quote saves it without a number or ledger rows. Pending if nothing is sent. */
  status?: 'Quote' | 'Pending' | undefined
  /** The number of a pre-printed form. If nothing is sent, the next number is issued at Pending. */
  contractNumber?: string | undefined
  /** True sells although the vehicle has a contract of this type. It needs the permission contracts:override. */
  allowDuplicate?: boolean | undefined
  /** True draws the contract form. The answer has it as `generatedDocument`. */
  generateDocument?: boolean | undefined
}

export interface ContractCustomer {
  /** The given name of the person. */
  firstName: string | null
  /** The middle name or initial. Null if there is none. */
  middleName: string | null
  /** The family name of the person. */
  lastName: string | null
  /** What follows the name, such as Jr. or III. */
  suffix: string | null
  /** The name of the business, if the party is a business and not a person. */
  companyName: string | null
  /** The date of birth. It is stored encrypted and answered masked. */
  birthDate: string | null
  /** The email address. Letters and statements are sent to it. */
  email: string | null
  /** The telephone number, as it was entered. */
  phone: string | null
  /** The mobile telephone number, as it was entered. */
  mobile: string | null
  /** The street address of the party. */
  address: Address | null
  /** The last four digits of the Social Security or tax number. Nothing more of it is kept here. */
  taxIdLast4: string | null
  /** The language the person prefers, as a code such as en or es. */
  preferredLanguage: string | null
  /** The id of the customer. */
  customerId: number
}

export interface ContractCustomerData {
  /** The id of a customer that exists. Its record is used, and only what is sent besides changes. Null or absent: a new customer, or the present one of the contract that is changed. */
  customerId?: number | null | undefined
  /** The given name of the person. */
  firstName?: string | null | undefined
  /** The middle name or initial. Null if there is none. */
  middleName?: string | null | undefined
  /** The family name of the person. */
  lastName?: string | null | undefined
  /** What follows the name, such as Jr. or III. */
  suffix?: string | null | undefined
  /** The name of the business, if the party is a business and not a person. */
  companyName?: string | null | undefined
  /** The date of birth. It is stored encrypted and answered masked; the mask, sent back, keeps the date. */
  birthDate?: string | null | undefined
  /** The email address. Letters and statements are sent to it. */
  email?: string | null | undefined
  /** The telephone number, as it was entered. */
  phone?: string | null | undefined
  /** The mobile telephone number, as it was entered. */
  mobile?: string | null | undefined
  /** The street address of the party. */
  address?: ContractAddressPatchData | null | undefined
  /** The last four digits of the Social Security or tax number. Nothing more of it is kept here. */
  taxIdLast4?: string | null | undefined
  /** The language the person prefers, as a code such as en or es. */
  preferredLanguage?: string | null | undefined
}

export interface ContractDisbursement {
  /** The id of the record, a whole number that never changes. */
  id: number | null
  /** The code of the line, such as RESERVE, ADMIN, AGENT or MARKUP. */
  code: string
  /** The name of the line in this program, such as Claims reserve. */
  label: string
  /** The group of the line, such as Reserves or Commissions. Null: none. */
  groupCode: string | null
  /** Who the line belongs to. Null: callers limited to account holders do not see it. */
  accountHolder: Reference | null
  /** The amount of the line, in dollars. */
  amount: number
  /** What is posted as earned of the line, in dollars. Null: callers limited to account holders do not see it. */
  earnedToDate: number | null
  /** What the line has given back on a cancel or void, in dollars. */
  refunded: number
  /** The status of the ledger row of the line. Null: not shown to this caller. */
  ledgerStatus: 'Pending' | 'Open' | 'Held' | 'InProcess' | 'Paid' | 'Voided' | null
}

export interface ContractDocument {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the document type. */
  documentTypeId: number
  /** The code of the document type, such as SIGNED or CANCELFORM. */
  documentTypeCode: string
  /** The name of the document type, such as SignedContract. */
  documentTypeName: string
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. */
  contentType: string
  /** The size of the content, in bytes. */
  sizeBytes: number
  /** What the document is about. Null: not said. */
  description: string | null
  /** What the document belongs to: a Contract, Claim, Cancel or AccountHolder. */
  entityType: 'Contract' | 'Claim' | 'Cancel' | 'AccountHolder'
  /** The id of the record that the document belongs to. */
  entityId: number
  /** The versions of the document, oldest first. The newest is what is read. */
  versions: readonly DocumentVersion[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** Whether the document carries the customer’s signature. */
  isSigned: boolean
  /** When the document was signed. Null: it is not, or the time is not known. */
  signedAt: string | null
}

/** Name the type by its code, name or id. Send the content as documentData, or ask for a link with requestUpload. */
export interface ContractDocumentCreateData {
  /** The code of the document type, such as SIGNED or CANCELFORM. */
  documentTypeCode?: string | undefined
  /** The name of the document type, such as SignedContract. */
  documentTypeName?: string | undefined
  /** The id of the document type. */
  documentTypeId?: number | undefined
  /** The name of the file, with its ending. */
  fileName?: string | undefined
  /** The media type of the content, such as application/pdf. If absent, the type follows from the file name. */
  contentType?: string | undefined
  /** The content in base64: a PDF, JPEG, PNG, TIFF or DOCX of at most 25 MiB. */
  documentData?: string | undefined
  /** Return a link to PUT the content to within 15 minutes. The document does not exist until then. */
  requestUpload?: boolean | undefined
  /** What the document is about. Null: not said. */
  description?: string | null | undefined
  /** Generate the document from the record. */
  generate?: boolean | undefined
  /** Whether the document carries the customer’s signature. */
  isSigned?: boolean | undefined
  /** When the document was signed. Null: it is not, or the time is not known. */
  signedAt?: string | null | undefined
}

export interface ContractEarningData {
  /** The id of the contract. */
  contractId: number
  /** Post earnings up to this date, which cannot be later than today. */
  asOfDate: string
}

export interface ContractEarningDetails {
  /** The id of the contract. */
  contractId: number
  /** The day for which the figures hold. */
  asOfDate: string
  /** The figures of all lines together. */
  totals: {
    /** The sum of the lines, in dollars. */
    amount: number
    /** What is earned by that day, in dollars. */
    earned: number
    /** What is not earned yet, in dollars. */
    unearned: number
    /** What a cancel or void has given back, in dollars. */
    refunded: number
  }
  /** What claims for losses on that day could still cost. */
  liability: ContractLiability
  /** The lines of the contract on that day. */
  contract: EarningContract
  /** The holds that took effect by that day. */
  holds: readonly EarningContractHold[]
  /** The ends of holds that took effect by that day. */
  resolves: readonly EarningResolve[]
  /** The cancels that took effect by that day. */
  cancels: readonly EarningCancel[]
  /** The reinstatements that took effect by that day. */
  reinstatements: readonly EarningReinstatement[]
  /** The corrections of lines that took effect by that day. */
  ledgerEdits: readonly EarningLedgerEdit[]
  /** The removals of lines that took effect by that day. */
  ledgerDeletes: readonly EarningLedgerDelete[]
  /** With `monthly=true`: the amount earned in each month. The months sum to the earned total. */
  monthly: readonly {
    /** The month, such as 2025-03. */
    month: string
    /** What all lines earned in the month, in dollars. */
    earned: number
  }[] | null
}

export interface ContractHistoryEntry {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** When the change was made. */
  at: string
  /** Who made the change. */
  by: string
  /** What was done, such as finalize or a change of the customer. */
  operation: string
  /** The reason the caller gave, if any. */
  reason: string | null
  /** The values that changed. */
  changes: readonly {
    /** A JSON pointer into the contract; empty: the whole contract. */
    pointer: string
    /** The value before the change. */
    before: unknown
    /** The value after the change. */
    after: unknown
  }[]
  /** The id of the request that made the change. Null for an entry that the records of the contract tell. */
  requestId: string | null
}

export interface ContractHoldReason {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the hold reason, such as MISSIGN. */
  code: string
  /** The hold reason as people read it, such as Missing signature. */
  name: string
  /** Whether claims cannot be authorized while the hold is open. */
  blocksClaims: boolean
  /** Whether payouts for the held lines wait while the hold is open. */
  freezesPayables: boolean
  /** The mode of the hold if none is sent: Freeze or Suspend. */
  defaultMode: 'Freeze' | 'Suspend'
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
}

export interface ContractLiability {
  /** Whether the contract covers a loss on that day, by what is known today: its dates, waiting period, suspensions, cancel or void. A hold that makes claims wait changes nothing, and neither does the odometer. */
  isInForce: boolean
  /** The limit of liability of all claims together, in dollars. Null: there is none. */
  limit: number | null
  /** What claims for losses up to that day have been paid or may still be paid, in dollars. */
  used: number
  /** What is left of the limit, in dollars. Nothing on a day without coverage. Null: there is no limit. */
  remaining: number | null
}

export interface ContractPatchData {
  /** The id of the plan. */
  planId?: number | undefined
  /** The id of the term. */
  termId?: number | undefined
  /** The id of the deductible. */
  deductibleId?: number | undefined
  /** The options to include, by their codes, such as SEALS. */
  surchargeCodes?: readonly string[] | undefined
  /** The day on which the contract was sold. Terms, free looks and deadlines count from it. */
  saleDate?: string | undefined
  /** The state of sale, as a two-letter code. */
  state?: string | null | undefined
  /** The price to the customer, in dollars, before sales tax. */
  retailPrice?: number | undefined
  /** What changes about the customer, on all of its contracts at once. `customerId` names another customer, as long as the contract is not in force. The customer as it was answered can be sent back. */
  customer?: ContractCustomerData | null | undefined
  /** The vehicle that is covered. Null: the item is no vehicle. */
  vehicle?: ContractVehiclePatchData | null | undefined
  /** The item that is covered, in the terms that all kinds of items share. */
  asset?: ContractAssetPatchData | null | undefined
  /** What the customer paid for the vehicle, in dollars. The limits of liability of a service contract rest on it. */
  vehiclePurchasePrice?: number | null | undefined
  /** The day on which the customer bought the vehicle. Null: not known. */
  vehiclePurchaseDate?: string | null | undefined
  /** The loan or lease that the vehicle is bought with. Null: none. */
  financing?: FinancingPatchData | null | undefined
  /** The id of the lender. Null: none. */
  lienHolderId?: number | null | undefined
  /** The number of the lender, in place of its id. */
  lienHolderNumber?: string | null | undefined
  /** The values of the custom fields of the product, such as the salesperson. */
  customFieldValues?: readonly CustomFieldValueData[] | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | undefined
  /** The day on which the customer got the contract itself. Null: not known, and the sale date counts. */
  deliveryDate?: string | null | undefined
  /** How the customer got the contract. Null: not known, and the setting contractDelivery counts. */
  deliveryMethod?: 'HandedOver' | 'Mailed' | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The second buyer, who is named on refund checks too. Null: none. */
  cobuyer?: ContractPersonPatchData | null | undefined
  /** Pending submits a quote. Voided voids the contract. The present status changes nothing. */
  status?: 'Quote' | 'Pending' | 'Active' | 'OnHold' | 'Cancelled' | 'Expired' | 'Voided' | 'CancelPending' | undefined
  /** The number of a pre-printed form. */
  contractNumber?: string | undefined
  /** True sells although the vehicle has a contract of this type. It needs the permission contracts:override. */
  allowDuplicate?: boolean | undefined
  /** True draws the contract form. The answer has it as `generatedDocument`. */
  generateDocument?: boolean | undefined
  /** Why the contract is voided. Kept as its `statusReason`. */
  voidReason?: string | null | undefined
  /** A later reading of the odometer. On an expired contract it needs contracts:override and may reopen it. */
  odometerReading?: OdometerReadingData | undefined
  /** Null drops the pending change. Nothing else can be sent. */
  pendingChanges?: null | undefined
}

export interface ContractPersonData {
  /** The given name of the person. */
  firstName?: string | null | undefined
  /** The middle name or initial. Null if there is none. */
  middleName?: string | null | undefined
  /** The family name of the person. */
  lastName?: string | null | undefined
  /** What follows the name, such as Jr. or III. */
  suffix?: string | null | undefined
  /** The name of the business, if the party is a business and not a person. */
  companyName?: string | null | undefined
  /** The date of birth. It is stored encrypted and answered masked. */
  birthDate?: string | null | undefined
  /** The email address. Letters and statements are sent to it. */
  email?: string | null | undefined
  /** The telephone number, as it was entered. */
  phone?: string | null | undefined
  /** The mobile telephone number, as it was entered. */
  mobile?: string | null | undefined
  /** The street address of the party. */
  address?: ContractAddressData | null | undefined
  /** The last four digits of the Social Security or tax number. Nothing more of it is kept here. */
  taxIdLast4?: string | null | undefined
  /** The language the person prefers, as a code such as en or es. */
  preferredLanguage?: string | null | undefined
}

export interface ContractPersonPatchData {
  /** The given name of the person. */
  firstName?: string | null | undefined
  /** The middle name or initial. Null if there is none. */
  middleName?: string | null | undefined
  /** The family name of the person. */
  lastName?: string | null | undefined
  /** What follows the name, such as Jr. or III. */
  suffix?: string | null | undefined
  /** The name of the business, if the party is a business and not a person. */
  companyName?: string | null | undefined
  /** The date of birth. It is stored encrypted and answered masked. */
  birthDate?: string | null | undefined
  /** The email address. Letters and statements are sent to it. */
  email?: string | null | undefined
  /** The telephone number, as it was entered. */
  phone?: string | null | undefined
  /** The mobile telephone number, as it was entered. */
  mobile?: string | null | undefined
  /** The street address of the party. */
  address?: ContractAddressPatchData | null | undefined
  /** The last four digits of the Social Security or tax number. Nothing more of it is kept here. */
  taxIdLast4?: string | null | undefined
  /** The language the person prefers, as a code such as en or es. */
  preferredLanguage?: string | null | undefined
}

export interface ContractRate {
  /** The id of the rate. Send it with POST /contracts to sell at this rate while the quote is valid. */
  rateId: string
  /** The id of the product. */
  productId: number
  /** The id of the program. */
  programId: number
  /** The id of the plan. */
  planId: number
  /** The code of the plan, such as PLATINUM. */
  planCode: string
  /** The number of the contract form, such as VSC-100. */
  formNumber: string
  /** The term: how long, and for how many miles or hours, the contract covers. */
  term: Term
  /** What the customer pays of each repair. */
  deductible: Deductible
  /** The class that the vehicle was rated in. Null: the program does not class vehicles. */
  class: ClassDetail | null
  /** What the dealer pays the administrator for the contract, in dollars: the sum of the lines that are in dealer cost. */
  dealerCost: number
  /** The suggested price to the customer, in dollars, before sales tax. */
  suggestedRetail: number
  /** The lowest price that the contract may be sold at, in dollars. */
  minRetail: number
  /** The highest price that the contract may be sold at, in dollars. Null: no limit. */
  maxRetail: number | null
  /** How the price to the customer is bound: Open, MSRP (suggested), Filed (exactly the filed price), MarkupCap, CapOfFinanced or CapOfVehiclePrice. */
  retailRule: string
  /** The state filing that fixes the price. Null: none. */
  regulatedRuleId: string | null
  /** The day on which coverage would begin. */
  effectiveDate: string
  /** The last day that would be covered. */
  expirationDate: string
  /** The highest odometer reading that is covered. Null: miles are not limited. */
  expirationOdometer: number | null
  /** What is added to the price: mandatory surcharges that apply, and options that can be chosen. */
  surcharges: readonly Surcharge[]
  /** The lines that the suggested price is made of. Only with `includeDisbursements`. */
  disbursements?: readonly Disbursement[] | undefined
  /** The services of a prepaid maintenance contract. Empty for other products. */
  ppmServices?: readonly PPMService[] | undefined
  /** What still has to be entered to sell at this rate, such as the salesperson. */
  rateFields: readonly RateField[]
  /** Products that are tied to this one. Only with `includeRelated`. */
  relatedRates: readonly RelatedRate[]
  /** The sales tax on the suggested price, in dollars. */
  salesTax: RateSalesTax
}

export interface ContractSalesTaxDetail {
  /** The id of the contract. Null: none. */
  contractId: number | null
  /** The place whose tax rules apply. */
  jurisdiction: SalesTaxJurisdiction
  /** The amount that is taxed, in dollars. */
  taxable: number
  /** The tax in all, in dollars. */
  totalTax: number
  /** The tax by line and type of tax. */
  details: readonly CalculatedLineItemDetail[]
  /** When the tax was calculated. */
  calculatedAt: string
}

export interface ContractSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the contract, such as VSC-0001204. Null for a quote. */
  number: string | null
  /** Quote, Pending (sold, not in the books), Active (finalized), OnHold, Cancelled, Expired or Voided. */
  status: 'Quote' | 'Pending' | 'Active' | 'OnHold' | 'Cancelled' | 'Expired' | 'Voided'
  /** Whether the dealer has paid for the contract: NotFunded, PartiallyFunded or Funded. */
  fundingStatus: 'NotFunded' | 'PartiallyFunded' | 'Funded'
  /** The name of the customer. Null: none yet. */
  customerName: string | null
  /** The vehicle identification number, 17 characters. Null: not known. */
  vin: string | null
  /** The model year. Null: not known. */
  year: number | null
  /** The make, such as FORD. Null: not known. */
  make: string | null
  /** The model, such as F-150. Null: not known. */
  model: string | null
  /** The name of the product. */
  productName: string
  /** The name of the plan. */
  planName: string
  /** The length of the term in months. */
  termMonths: number
  /** The miles of the term. Null: no limit. */
  termMiles: number | null
  /** The day on which the contract was sold. Terms, free looks and deadlines count from it. */
  saleDate: string
  /** The last day that is covered. Suspensions and reinstatements can move it out. */
  expirationDate: string
  /** The number of the dealer, such as D1001. */
  dealerNumber: string
  /** The name of the dealer that sold the contract. */
  dealerName: string
  /** The price to the customer, in dollars, before sales tax. */
  retailPrice: number
  /** What the dealer pays the administrator for the contract, in dollars: the sum of the lines that are in dealer cost. */
  dealerCost: number
}

export interface ContractTotals {
  /** What was paid on claims, in dollars. */
  claimsPaid: number
  /** What is authorized on claims and not paid yet, in dollars. */
  claimsAuthorized: number
  /** What was received from the dealer and others, in dollars. */
  received: number
  /** What was paid out for the contract, in dollars. A caller that is limited to account holders does not see what was paid for lines of dealer cost. */
  paidOut: number
}

export interface ContractTransfer {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the contract. */
  contractId: number
  /** The customer before the transfer. */
  previousCustomer: Person
  /** The new owner of the vehicle, who becomes the customer. */
  newOwner: ContractCustomer
  /** The day on which the vehicle changed owners. */
  transferDate: string
  /** The odometer reading at the transfer. */
  odometer: number
  /** The transfer fee, in dollars. */
  fee: number
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
}

export interface ContractTransferRequest {
  /** The new owner of the vehicle, who becomes the customer: a new one, or with `customerId` one that exists. */
  newOwner: ContractCustomerData
  /** The date the vehicle changed owners. */
  transferDate: string
  /** The odometer reading at the transfer, in the unit of the vehicle at the sale. It cannot be below the last known one. */
  odometer: number
  /** The unit of this reading, if it is not that of the vehicle at the sale: Miles or Km. */
  odometerUnit?: 'Miles' | 'Km' | undefined
  /** What one completed inspection costs, in dollars. Default: the fee the administrator has set. */
  fee?: number | undefined
  /** Who owes the transfer fee: Customer (the old owner), NewOwner or Dealer. NewOwner if nothing is sent. */
  feePaidBy?: 'Customer' | 'NewOwner' | 'Dealer' | undefined
  /** The lender of the new owner. Default: no lien holder. */
  newLienHolderId?: number | null | undefined
  /** Ids of documents of the contract. */
  documentIds?: readonly number[] | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
}

export interface ContractVehicle {
  /** The code of the type of item, such as AUTO or TV. */
  assetTypeCode: string
  /** VIN, hull or serial number. */
  identifier: string | null
  /** The model year. Null: not known. */
  year: number | null
  /** The make, such as FORD. Null: not known. */
  make: string | null
  /** The model, such as F-150. Null: not known. */
  model: string | null
  /** The trim level, such as XLT. Null: not known. */
  trim: string | null
  /** The series of the model, such as 150. Null: not known. */
  series: string | null
  /** The body style, such as Crew Cab Pickup. Null: not known. */
  bodyStyle: string | null
  /** What the item cost, in dollars. Null: not known. */
  purchasePrice: number | null
  /** The day on which the item was bought. Null: not known. */
  purchaseDate: string | null
  /** The reading at the sale, in the unit of `usageUnit`. Null: not measured. */
  usage: number | null
  /** What its use is measured in: Miles, Hours or None. */
  usageUnit: 'Miles' | 'Hours' | 'None'
  /** New, Used or CPO (certified pre-owned) at the sale. */
  condition: string | null
  /** The vehicle identification number, 17 characters. Null: not known. */
  vin: string | null
  /** Whether the check digit of the VIN is correct. Null: no VIN was given. */
  isVinValid: boolean | null
  /** The engine, such as 3.5L V6. Null: not known. */
  engine: string | null
  /** The number of cylinders. Null: not known. */
  cylinders: number | null
  /** The displacement of the engine in liters. Null: not known. */
  displacement: number | null
  /** What the vehicle runs on: Gas, Diesel, Hybrid, Electric or Other. Null: not known. */
  fuelType: string | null
  /** The drive train: FWD, RWD, AWD or 4WD. Null: not known. */
  driveType: string | null
  /** How the engine takes in air: Natural, Turbo or Supercharged. Null: not known. */
  aspiration: string | null
  /** The gross vehicle weight in pounds. Null: not known. */
  gvw: number | null
  /** The odometer reading at the sale, in the unit of `odometerUnit`. */
  odometer: number | null
  /** The unit of the odometer reading: Miles or Km. */
  odometerUnit: 'Miles' | 'Km'
  /** The day on which the vehicle was first put into service and the maker’s warranty began. Null: not known. */
  inServiceDate: string | null
  /** The manufacturer’s suggested retail price, in dollars. Null: not known. */
  msrp: number | null
  /** The book value of the vehicle at the sale, in dollars. Null: not known. */
  nadaValue: number | null
  /** What the vehicle is used for: Personal, Commercial or Rideshare. Null: not said. */
  vehicleUse: string | null
  /** The rating segment of the vehicle, such as EV or Luxury. Null: none. */
  segmentation: string | null
  /** The maker’s warranties of the vehicle. Claims are not paid while one of them covers the failure. */
  warranties: readonly Warranty[]
}

export interface ContractVehicleData {
  /** The vehicle identification number, 17 characters. */
  vin?: string | undefined
  /** The model year. */
  year?: number | undefined
  /** The make, such as FORD. */
  make?: string | undefined
  /** The model, such as F-150. */
  model?: string | undefined
  /** The trim level, such as XLT. */
  trim?: string | undefined
  /** The series of the model, such as 150. */
  series?: string | undefined
  /** The body style, such as Crew Cab Pickup. */
  bodyStyle?: string | undefined
  /** The rating segment of the vehicle, such as EV or Luxury. */
  segmentation?: string | undefined
  /** The engine, such as 3.5L V6. */
  engine?: string | undefined
  /** What the vehicle runs on: Gas, Diesel, Hybrid, Electric or Other. */
  fuelType?: 'Gas' | 'Diesel' | 'Hybrid' | 'Electric' | 'Other' | undefined
  /** The drive train: FWD, RWD, AWD or 4WD. */
  driveType?: 'FWD' | 'RWD' | 'AWD' | '4WD' | undefined
  /** How the engine takes in air: Natural, Turbo or Supercharged. */
  aspiration?: 'Natural' | 'Turbo' | 'Supercharged' | undefined
  /** The number of cylinders. */
  cylinders?: number | undefined
  /** The odometer reading at the sale, in the unit of `odometerUnit`. */
  odometer?: number | undefined
  /** The unit of the odometer reading: Miles or Km. Miles if nothing is sent. */
  odometerUnit?: 'Miles' | 'Km' | undefined
  /** New, Used or CPO (certified pre-owned) at the sale. */
  condition?: 'New' | 'Used' | 'CPO' | undefined
  /** The day on which the vehicle was first put into service and the maker’s warranty began. */
  inServiceDate?: string | undefined
  /** What the vehicle is used for: Personal, Commercial or Rideshare. */
  vehicleUse?: 'Personal' | 'Commercial' | 'Rideshare' | undefined
  /** The manufacturer’s suggested retail price, in dollars. */
  msrp?: number | undefined
  /** The book value of the vehicle at the sale, in dollars. */
  nadaValue?: number | undefined
  /** The maker’s warranties of the vehicle. Claims are not paid while one of them covers the failure. */
  warranties?: readonly WarrantyInfo[] | undefined
}

export interface ContractVehiclePatchData {
  /** The vehicle identification number, 17 characters. Null: not known. */
  vin?: string | null | undefined
  /** The model year. Null: not known. */
  year?: number | null | undefined
  /** The make, such as FORD. Null: not known. */
  make?: string | null | undefined
  /** The model, such as F-150. Null: not known. */
  model?: string | null | undefined
  /** The trim level, such as XLT. Null: not known. */
  trim?: string | null | undefined
  /** The series of the model, such as 150. Null: not known. */
  series?: string | null | undefined
  /** The body style, such as Crew Cab Pickup. Null: not known. */
  bodyStyle?: string | null | undefined
  /** The rating segment of the vehicle, such as EV or Luxury. Null: none. */
  segmentation?: string | null | undefined
  /** The engine, such as 3.5L V6. Null: not known. */
  engine?: string | null | undefined
  /** What the vehicle runs on: Gas, Diesel, Hybrid, Electric or Other. Null: not known. */
  fuelType?: 'Gas' | 'Diesel' | 'Hybrid' | 'Electric' | 'Other' | null | undefined
  /** The drive train: FWD, RWD, AWD or 4WD. Null: not known. */
  driveType?: 'FWD' | 'RWD' | 'AWD' | '4WD' | null | undefined
  /** How the engine takes in air: Natural, Turbo or Supercharged. Null: not known. */
  aspiration?: 'Natural' | 'Turbo' | 'Supercharged' | null | undefined
  /** The number of cylinders. Null: not known. */
  cylinders?: number | null | undefined
  /** The odometer reading at the sale, in the unit of `odometerUnit`. */
  odometer?: number | null | undefined
  /** The unit of the odometer reading: Miles or Km. Miles if nothing is sent. */
  odometerUnit?: 'Miles' | 'Km' | null | undefined
  /** New, Used or CPO (certified pre-owned) at the sale. */
  condition?: 'New' | 'Used' | 'CPO' | null | undefined
  /** The day on which the vehicle was first put into service and the maker’s warranty began. Null: not known. */
  inServiceDate?: string | null | undefined
  /** What the vehicle is used for: Personal, Commercial or Rideshare. Null: not said. */
  vehicleUse?: 'Personal' | 'Commercial' | 'Rideshare' | null | undefined
  /** The manufacturer’s suggested retail price, in dollars. Null: not known. */
  msrp?: number | null | undefined
  /** The book value of the vehicle at the sale, in dollars. Null: not known. */
  nadaValue?: number | null | undefined
  /** The maker’s warranties of the vehicle. Claims are not paid while one of them covers the failure. */
  warranties?: readonly WarrantyInfo[] | null | undefined
}

export interface CostData {
  /** What was asked for, before tax, in dollars. */
  requested: number
  /** What is approved after cuts, before tax, in dollars. */
  adjusted: number
  /** The sales tax on what is approved, in dollars. */
  tax: number
  /** What the customer pays as deductible, in dollars. */
  deductible: number
  /** What exceeds the limits of liability, in dollars. The customer pays it. */
  overLimit: number
  /** What the contract pays, in dollars. */
  payable: number
  /** What the customer pays, in dollars: deductible, over limit, and what is not covered. */
  customerPay: number
  /** What is authorized, in dollars. */
  authorized: number
  /** What was paid, in dollars. */
  paid: number
  /** Authorized less paid. */
  outstanding: number
}

export interface CriteriaEvaluation {
  /** Whether the rule holds for the context. Null: unknown, which means not eligible. */
  result: boolean | null
  /** The missing fields that make the result unknown. */
  unknownFields: readonly string[]
  /** The rule in its normalized form. */
  normalized: string
  /** The rule as a CriterionGroup. Null if it cannot be written as groups. */
  group: {
    /** And: all must hold. Or: one must hold. Not: not all may hold. */
    operator: 'And' | 'Or' | 'Not'
    /** The comparisons of the group. */
    criteria: readonly Criterion[]
    /** Groups of the same form. */
    groups: readonly unknown[]
  } | null
  /** Every comparison, in the order of the text. */
  explanation: readonly {
    /** The comparison, as the rule has it. */
    text: string
    /** The value of the left side. Null: unknown. */
    seen: unknown
    /** The operator and the right side, as written. */
    needed: string
    /** Whether the comparison holds. Null: unknown, because a value is missing. */
    outcome: boolean | null
  }[]
}

export interface CriteriaEvaluationRequest {
  /** A rule in CEL, or a group of criteria. */
  criteria: string | CriterionGroup
  /** The known values. A value that is absent or null is unknown. */
  context?: {
    /** The facts of the vehicle. */
    vehicle?: {
      /** The model year. Null: not known. */
      year?: number | null | undefined
      /** The make, such as FORD. Null: not known. */
      make?: string | null | undefined
      /** The model, such as F-150. Null: not known. */
      model?: string | null | undefined
      /** The trim level, such as XLT. Null: not known. */
      trim?: string | null | undefined
      /** The series of the model, such as 150. Null: not known. */
      series?: string | null | undefined
      /** The body style, such as Crew Cab Pickup. Null: not known. */
      bodyStyle?: string | null | undefined
      /** What the vehicle runs on: Gas, Diesel, Hybrid, Electric or Other. Null: not known. */
      fuelType?: string | null | undefined
      /** The drive train: FWD, RWD, AWD or 4WD. Null: not known. */
      driveType?: string | null | undefined
      /** How the engine takes in air: Natural, Turbo or Supercharged. Null: not known. */
      aspiration?: string | null | undefined
      /** The odometer reading. Null: not known. */
      odometer?: number | null | undefined
      /** The age of the vehicle: the year of the sale less the model year, at least 0. */
      age?: number | null | undefined
      /** New, Used or CPO (certified pre-owned) at the sale. */
      condition?: string | null | undefined
      /** The rating segment of the vehicle, such as EV or Luxury. Null: none. */
      segmentation?: string | null | undefined
      /** What the vehicle is used for: Personal, Commercial or Rideshare. */
      use?: string | null | undefined
      /** The class of the vehicle in the program. */
      classCode?: string | null | undefined
    } | undefined
    /** The facts of an item that is not a vehicle. */
    item?: {
      /** The code of the type of item, such as TV. */
      assetType?: string | null | undefined
      /** What the item cost, in dollars. */
      purchasePrice?: number | null | undefined
      /** The serial number of the item. */
      serialNumber?: string | null | undefined
    } | undefined
    /** The facts of the deal. */
    deal?: {
      /** The sale date of the contract, as YYYY-MM-DD. */
      saleDate?: string | null | undefined
      /** What the customer pays for the vehicle, in dollars. */
      price?: number | null | undefined
      /** The manufacturer’s suggested retail price of the vehicle, in dollars. */
      msrp?: number | null | undefined
      /** The book value of the vehicle, in dollars. */
      nadaValue?: number | null | undefined
      /** The amount financed, in dollars. */
      financedAmount?: number | null | undefined
      /** The length of the loan or lease, in months. */
      financeTermMonths?: number | null | undefined
      /** The annual percentage rate of the loan, such as 6.9. */
      apr?: number | null | undefined
      /** The amount financed in percent of the value of the vehicle. */
      ltv?: number | null | undefined
      /** The type of deal: Cash, Loan, Lease or Balloon. */
      type?: string | null | undefined
      /** The state of sale, as a two-letter code. */
      state?: string | null | undefined
    } | undefined
    /** The facts of the dealer. */
    dealer?: {
      /** The number of the dealer, such as D1001. */
      number?: string | null | undefined
      /** The number of the dealer’s group. */
      group?: string | null | undefined
      /** The state of the dealer, as a two-letter code. */
      state?: string | null | undefined
    } | undefined
    /** The facts of the customer. */
    customer?: {
      /** The state where the customer lives, as a two-letter code. */
      state?: string | null | undefined
    } | undefined
    /** The facts of the contract. Any fields. */
    contract?: Record<string, unknown> | undefined
    /** The facts of the claim. Any fields. */
    claim?: Record<string, unknown> | undefined
  } | undefined
}

export interface Criterion {
  /** The variable that is compared, such as vehicle.odometer or deal.state. */
  field: string
  /** How the field is compared. In, NotIn and Between use `values`; IsSet and IsNotSet use neither. */
  operator: 'Equals' | 'NotEquals' | 'Less' | 'LessOrEquals' | 'Greater' | 'GreaterOrEquals' | 'In' | 'NotIn' | 'Between' | 'StartsWith' | 'EndsWith' | 'Contains' | 'IsSet' | 'IsNotSet'
  /** What the field is compared with. Null if the operator uses `values` or nothing. */
  value?: string | number | boolean | null | undefined
  /** The values of In and NotIn, or the two ends of Between, both included. Null otherwise. */
  values?: readonly (string | number | boolean)[] | null | undefined
}

/** And: all must be true. Or: at least one must be true. Not: at least one must be false. */
export interface CriterionGroup {
  /** And: all must hold. Or: one must hold. Not: not all may hold. */
  operator: 'And' | 'Or' | 'Not'
  /** The comparisons of the group. */
  criteria?: readonly Criterion[] | undefined
  /** Groups inside this group. */
  groups?: readonly CriterionGroup[] | undefined
}

export interface CustomField {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the custom field, such as SALESPERSON. */
  code: string
  /** The name of the custom field as people read it. */
  name: string
  /** The type of the value: Text, Number, Money, Date, Bool or List. */
  dataType: 'Text' | 'Number' | 'Money' | 'Date' | 'Bool' | 'List'
  /** Whether a value must be given at the step that `requiredAt` names. */
  isRequired: boolean
  /** The step of a sale at which the field is required. */
  requiredAt: 'Quote' | 'Pending' | 'Finalize' | null
  /** The most characters that a Text field takes. Null: no limit of its own, or no Text field. */
  maxLength: number | null
  /** The values that a List field offers. Null: no List field. */
  options: readonly string[] | null
  /** The rule that decides when the field is used. Null: always. */
  criteria: string | null
  /** The kind of record that has the field, such as Contract or Dealer. */
  appliesTo: 'Contract' | 'Claim' | 'Dealer' | 'Agent' | 'DealerGroup' | 'CashTransaction'
  /** The product whose contracts have the field. Null: every product. */
  productId: number | null
  /** The position of the field in a form. */
  displayOrder: number
}

export interface CustomFieldValue {
  /** The code of the custom field, such as SALESPERSON. */
  code: string
  /** The value: text, a number, true or false, or a date as YYYY-MM-DD, as the field demands. */
  value: unknown
}

export interface CustomFieldValueData {
  /** The code of the custom field, such as SALESPERSON. */
  code: string
  /** The value: text, a number, true or false, or a date as YYYY-MM-DD, as the field demands. */
  value: unknown
}

export interface Customer {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** Always Customer. Customers are account holders too, because refunds are paid to them. */
  type: 'Customer'
  /** The number of the customer, which the service issues. */
  number: string
  /** The given name of the person. */
  firstName: string | null
  /** The middle name or initial. Null if there is none. */
  middleName: string | null
  /** The family name of the person. */
  lastName: string | null
  /** What follows the name, such as Jr. or III. */
  suffix: string | null
  /** The name of the business, if the party is a business and not a person. */
  companyName: string | null
  /** The date of birth. It is stored encrypted and answered masked. */
  birthDate: string | null
  /** The email address of the customer. Letters are sent to it. */
  email: string | null
  /** The telephone number of the customer, as it was entered. */
  phone: string | null
  /** The mobile telephone number, as it was entered. */
  mobile: string | null
  /** The street address of the party. */
  address: Address
  /** The last four digits of the Social Security or tax number. Nothing more of it is kept here. */
  taxIdLast4: string | null
  /** The language the person prefers, as a code such as en or es. */
  preferredLanguage: string | null
  /** Whether the customer is a business and not a person. */
  isBusiness: boolean
  /** Whether the customer has asked not to be contacted for marketing. */
  doNotContact: boolean
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** The contracts of the customer that the caller may see. */
  contracts: readonly {
    /** The kind of record: always Contract. */
    type: 'Contract'
    /** The id of the record, a whole number that never changes. */
    id: number
    /** The number of the contract. Null for a quote. */
    number: string | null
  }[]
}

export interface CustomerEditData {
  /** The given name of the person. */
  firstName?: string | null | undefined
  /** The middle name or initial. Null if there is none. */
  middleName?: string | null | undefined
  /** The family name of the person. */
  lastName?: string | null | undefined
  /** What follows the name, such as Jr. or III. */
  suffix?: string | null | undefined
  /** The name of the business, if the party is a business and not a person. */
  companyName?: string | null | undefined
  /** The date of birth. It is stored encrypted and answered masked; the mask, sent back, keeps the date. */
  birthDate?: string | null | undefined
  /** The email address of the customer. Letters are sent to it. */
  email?: string | null | undefined
  /** The telephone number of the customer, as it was entered. */
  phone?: string | null | undefined
  /** The mobile telephone number, as it was entered. */
  mobile?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** The last four digits of the Social Security or tax number. Nothing more of it is kept here. */
  taxIdLast4?: string | null | undefined
  /** The language the person prefers, as a code such as en or es. */
  preferredLanguage?: string | null | undefined
  /** Whether the customer is a business and not a person. */
  isBusiness?: boolean | undefined
  /** Whether the customer has asked not to be contacted for marketing. */
  doNotContact?: boolean | undefined
}

export interface CustomerSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The full name of the person, or the name of the business. */
  name: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The telephone number of the customer, as it was entered. */
  phone: string | null
  /** The email address of the customer. Letters are sent to it. */
  email: string | null
  /** How many contracts of the customer the caller can see. */
  contractCount: number
}

export interface Dealer {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'Dealer'
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The dealer group that the dealer belongs to. Null: none. */
  dealerGroupId: number | null
  /** The agents of the dealer. The first Primary one earns the agent commission on its contracts. */
  agents: readonly {
    /** The id of the agent. */
    agentId: number
    /** Primary or Secondary. The first Primary agent gets the commission line. */
    role: 'Primary' | 'Secondary'
    /** Commissions noted for this agent at this dealer. Kept for information; rates follow the agreements of /Rates/Disbursements/AccountHolder/{id}. Null: none. */
    commissionOverrides: readonly {
      /** The line of dealer cost that pays the commission, such as AGENT. */
      disbursementCode: string
      /** The commission in dollars. Null if it is a percentage. */
      amount: number | null
      /** The commission as a percentage, such as 6 for 6%. Null if it is an amount. */
      percent: number | null
    }[] | null
  }[]
  /** The makes that the dealer holds a franchise for, such as Ford. Empty for an independent dealer. */
  franchiseMakes: readonly string[]
  /** What kind of store it is: Franchise, Independent, RV, Marine, or Retailer for goods other than vehicles. */
  dealerType: 'Franchise' | 'Independent' | 'RV' | 'Marine' | 'Retailer'
  /** The dealer license of the store. Null if it is not on file. */
  licenseNumber: string | null
  /** Who sends refunds on cancelled contracts to customers and lenders: the Administrator, or the Dealer, which is credited for them. */
  refundPayer: 'Administrator' | 'Dealer'
  /** The day of the month on which the dealer remits, from 1 to 31. Kept for information. */
  remitDayOfMonth: number | null
  /** Whether a contract of this dealer must be paid for before it can be finalized. Null: as the general setting says. */
  requireFundingToFinalize: boolean | null
  /** The disbursement account of the dealer’s reinsurance company. Null: none. */
  reinsuranceAccountId: number | null
  /** The portal visibility groups that the dealer is in. */
  portalVisibilityGroupIds: readonly number[]
  /** The repair facility of the dealership, usually its own service department. Null: none. */
  repairFacilityId: number | null
  /** The labor rate of the store, in dollars an hour. Kept for information; claims use the labor rates of the repair facility. */
  laborRate: number | null
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface DealerCreateData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address: AddressData
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. Today if nothing is sent. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The dealer group that the dealer belongs to. Null: none. */
  dealerGroupId?: number | null | undefined
  /** The agents of the dealer. The first Primary one earns the agent commission on its contracts. */
  agents?: readonly {
    /** The id of the agent. */
    agentId: number
    /** Primary or Secondary. The first Primary agent gets the commission line. */
    role?: 'Primary' | 'Secondary' | undefined
    /** Commissions noted for this agent at this dealer. Kept for information; rates follow the agreements of /Rates/Disbursements/AccountHolder/{id}. Null: none. */
    commissionOverrides?: readonly DisbursementShareData[] | null | undefined
  }[] | null | undefined
  /** The makes that the dealer holds a franchise for, such as Ford. Empty for an independent dealer. */
  franchiseMakes?: readonly string[] | null | undefined
  /** What kind of store it is: Franchise, Independent, RV, Marine, or Retailer for goods other than vehicles. */
  dealerType?: 'Franchise' | 'Independent' | 'RV' | 'Marine' | 'Retailer' | undefined
  /** The dealer license of the store. Null if it is not on file. */
  licenseNumber?: string | null | undefined
  /** Who sends refunds on cancelled contracts to customers and lenders: the Administrator, or the Dealer, which is credited for them. */
  refundPayer?: 'Administrator' | 'Dealer' | undefined
  /** The day of the month on which the dealer remits, from 1 to 31. Kept for information. */
  remitDayOfMonth?: number | null | undefined
  /** Whether a contract of this dealer must be paid for before it can be finalized. Null: as the general setting says. */
  requireFundingToFinalize?: boolean | null | undefined
  /** The disbursement account of the dealer’s reinsurance company. Null: none. */
  reinsuranceAccountId?: number | null | undefined
  /** The portal visibility groups that the dealer is in. */
  portalVisibilityGroupIds?: readonly number[] | null | undefined
  /** The repair facility of the dealership, usually its own service department. Null: none. */
  repairFacilityId?: number | null | undefined
  /** The labor rate of the store, in dollars an hour. Kept for information; claims use the labor rates of the repair facility. */
  laborRate?: number | null | undefined
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields?: readonly AccountHolderCustomFieldCreateData[] | null | undefined
}

export interface DealerEditData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name?: string | undefined
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressEditData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The dealer group that the dealer belongs to. Null: none. */
  dealerGroupId?: number | null | undefined
  /** The agents of the dealer. The first Primary one earns the agent commission on its contracts. */
  agents?: readonly {
    /** The id of the agent. */
    agentId: number
    /** Primary or Secondary. The first Primary agent gets the commission line. */
    role?: 'Primary' | 'Secondary' | undefined
    /** Commissions noted for this agent at this dealer. Kept for information; rates follow the agreements of /Rates/Disbursements/AccountHolder/{id}. Null: none. */
    commissionOverrides?: readonly DisbursementShareData[] | null | undefined
  }[] | null | undefined
  /** The makes that the dealer holds a franchise for, such as Ford. Empty for an independent dealer. */
  franchiseMakes?: readonly string[] | null | undefined
  /** What kind of store it is: Franchise, Independent, RV, Marine, or Retailer for goods other than vehicles. */
  dealerType?: 'Franchise' | 'Independent' | 'RV' | 'Marine' | 'Retailer' | undefined
  /** The dealer license of the store. Null if it is not on file. */
  licenseNumber?: string | null | undefined
  /** Who sends refunds on cancelled contracts to customers and lenders: the Administrator, or the Dealer, which is credited for them. */
  refundPayer?: 'Administrator' | 'Dealer' | undefined
  /** The day of the month on which the dealer remits, from 1 to 31. Kept for information. */
  remitDayOfMonth?: number | null | undefined
  /** Whether a contract of this dealer must be paid for before it can be finalized. Null: as the general setting says. */
  requireFundingToFinalize?: boolean | null | undefined
  /** The disbursement account of the dealer’s reinsurance company. Null: none. */
  reinsuranceAccountId?: number | null | undefined
  /** The portal visibility groups that the dealer is in. */
  portalVisibilityGroupIds?: readonly number[] | null | undefined
  /** The repair facility of the dealership, usually its own service department. Null: none. */
  repairFacilityId?: number | null | undefined
  /** The labor rate of the store, in dollars an hour. Kept for information; claims use the labor rates of the repair facility. */
  laborRate?: number | null | undefined
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields?: readonly AccountHolderCustomFieldCreateData[] | null | undefined
}

export interface DealerGroup {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'DealerGroup'
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The dealer group above this one. Null: none. A ring of groups is refused. */
  parentGroupId: number | null
  /** The participation noted for the group. Kept for information; rates follow the agreements of /Rates/Disbursements/AccountHolder/{id}. Null: none. */
  participation: DisbursementShare | null
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface DealerGroupCreateData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address: AddressData
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. Today if nothing is sent. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The dealer group above this one. Null: none. A ring of groups is refused. */
  parentGroupId?: number | null | undefined
  /** The participation noted for the group. Kept for information; rates follow the agreements of /Rates/Disbursements/AccountHolder/{id}. Null: none. */
  participation?: DisbursementShareData | null | undefined
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields?: readonly AccountHolderCustomFieldCreateData[] | null | undefined
}

export interface DealerGroupEditData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name?: string | undefined
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressEditData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The dealer group above this one. Null: none. A ring of groups is refused. */
  parentGroupId?: number | null | undefined
  /** The participation noted for the group. Kept for information; rates follow the agreements of /Rates/Disbursements/AccountHolder/{id}. Null: none. */
  participation?: DisbursementShareEditData | null | undefined
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields?: readonly AccountHolderCustomFieldCreateData[] | null | undefined
}

export interface DealerGroupSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** How many dealers are in the group. */
  dealerCount: number
}

export interface DealerRateVisibility {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The dealer that the row is for. Null: it is for a dealer group. */
  dealerId: number | null
  /** The dealer group that the row is for. Null: it is for a dealer. */
  dealerGroupId: number | null
  /** Only this product. Null: every product. */
  productId: number | null
  /** Only this program. Null: every program. */
  programId: number | null
  /** Only this plan. Null: every plan. */
  planId: number | null
  /** Only this term. Null: every term. */
  termId: number | null
  /** Only this deductible. Null: every deductible. */
  deductibleId: number | null
  /** Only vehicles of this class. Null: every class. */
  classCode: string | null
  /** True: the dealer may sell it. False: it is hidden from the dealer. */
  isVisible: boolean
  /** The first sale date that the row applies to. */
  effectiveFrom: string
  /** The last sale date that the row applies to. Null: no end. */
  effectiveTo: string | null
}

export interface DealerRateVisibilityResult {
  /** The id of the dealer. */
  dealerId: number
  /** The number of the dealer, such as D1001. */
  dealerNumber: string
  /** The rows that decide what the dealer may sell: its own, and those of its group. */
  visibilities: readonly DealerRateVisibility[]
}

export interface DealerSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The dealer group that the dealer belongs to. Null: none. */
  dealerGroup: {
    /** The kind of record: always DealerGroup. */
    type: string
    /** The id of the dealer group. */
    id: number
    /** The number of the dealer group, such as G100. */
    number: string
    /** The name of the dealer group. Null if the caller may not see it. */
    name: string | null
  } | null
  /** The primary agent of the dealer. Null: none. */
  agent: {
    /** The kind of record: always Agent. */
    type: string
    /** The id of the agent. */
    id: number
    /** The number of the agent, such as A100. */
    number: string
    /** The name of the agent. Null if the caller may not see it. */
    name: string | null
  } | null
}

export interface Deductible {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the deductible, such as 0, 100 or 100D. */
  code: string
  /** The deductible in dollars. */
  amount: number
  /** How it is charged: PerVisit, PerComponent, PerItem, Disappearing (waived at the selling dealer) or Reduced (smaller there). */
  type: 'PerVisit' | 'PerComponent' | 'Disappearing' | 'Reduced' | 'PerItem'
  /** The smaller deductible at the selling dealer’s shop, in dollars. Null unless the type is Reduced. */
  reducedAmount: number | null
  /** The deductible as customers read it, such as 100.00 per visit. */
  description: string | null
}

export interface DeductibleResponse {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the deductible, such as 0, 100 or 100D. */
  code: string
  /** The deductible in dollars. */
  amount: number
  /** How it is charged: PerVisit, PerComponent, PerItem, Disappearing (waived at the selling dealer) or Reduced (smaller there). */
  type: 'PerVisit' | 'PerComponent' | 'Disappearing' | 'Reduced' | 'PerItem'
  /** The smaller deductible at the selling dealer’s shop, in dollars. Null unless the type is Reduced. */
  reducedAmount: number | null
  /** The deductible as customers read it, such as 100.00 per visit. */
  description: string | null
}

export interface DeniedReason {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the reason. Send it where a reason is asked for. */
  code: string
  /** The reason as people read it. */
  name: string
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
  /** The types of products that it is for. Empty: all types. */
  productTypeCodes: readonly string[]
}

export interface DenyClaimsRequest {
  /** The contracts whose claims are denied. */
  contractIds: readonly number[]
  /** The id of the denied reason, in place of its code. */
  deniedReasonId?: number | undefined
  /** The code of the denied reason, such as NOTCOV. */
  deniedReasonCode?: string | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
  /** Keeps claims with a loss on or before this day. */
  lossDateAfter?: string | undefined
}

export interface DenyClaimsResult {
  /** What happened to each claim. */
  results: readonly {
    /** The id of the claim. */
    claimId: number
    /** The number of the claim. */
    number: string
    /** The id of the contract. */
    contractId: number
    /** Denied, or Skipped with a reason. */
    result: 'Denied' | 'Skipped'
    /** Why the claim was skipped: PaymentRequested, or LossBefore the given day. Null: it was denied. */
    reason: 'PaymentRequested' | 'LossBefore' | null
  }[]
}

export interface Disbursement {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the line, such as RESERVE, ADMIN, AGENT or MARKUP. */
  code: string
  /** The name of the line in this program, such as Claims reserve. */
  label: string
  /** The group of the line, such as Reserves or Commissions. Null: none. */
  groupCode: string | null
  /** The amount of the line, in dollars. */
  amount: number
  /** How the amount is found: Flat, RateRow (from the rate table), FactorTable (base times factors), PercentOf another figure, or Remainder. */
  calculationType: 'Flat' | 'RateRow' | 'FactorTable' | 'PercentOf' | 'Remainder'
  /** The percentage, for a line that is a percentage of another figure. Null otherwise. */
  percent: number | null
  /** What the percentage is of: DealerCost, Retail or Markup, or the codes of lines. Null unless it is a percentage. */
  percentBase: string | readonly string[] | null
  /** The factor table of the calculation. Null: none. */
  factorTableId: number | null
  /** Who the line is paid to. */
  toAccount: ToAccount
  /** Whether the line is part of what the dealer pays. */
  includedInDealerCost: boolean
  /** How the line is earned over the term, such as PRORATA_DAYS, RULE78 or IMMEDIATE. */
  earningMethodCode: string
  /** The earning curve, for the method CURVE. Null otherwise. */
  earningFactorTableId: number | null
  /** What the line gives back on a cancel: Proportional, OwnMethod, NonRefundable or FlatOnlyInFreeLook. */
  cancelRule: string
  /** The cancel method of the line itself, for the rule OwnMethod. Null otherwise. */
  cancelMethodId: number | null
  /** When the line is paid out: OnFinalize, or WhenFunded, after the dealer has paid for the contract. If the rate book does not say it, as the setting `payWhen` says; a contract keeps what was so on the day of its sale. */
  payWhen: string
  /** The position of the line in the calculation. */
  sequence: number
  /** The first sale date of the figures. */
  effectiveFrom: string
  /** The last sale date of the figures. Null: no end. */
  effectiveTo: string | null
}

export interface DisbursementAccount {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'DisbursementAccount'
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The account in the general ledger. Null: the setting `glAccounts` decides. */
  glAccount: string | null
  /** The codes of the lines that are paid to this account, such as RESERVE or PREMTAX. */
  disbursementCodes: readonly string[]
  /** Whether it is an account of the administrator itself, such as a claims reserve trust. Its lines are booked, never paid out. */
  isInternal: boolean
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface DisbursementAccountCreateData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address: AddressData
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. Today if nothing is sent. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The account in the general ledger. Null: the setting `glAccounts` decides. */
  glAccount?: string | null | undefined
  /** The codes of the lines that are paid to this account, such as RESERVE or PREMTAX. */
  disbursementCodes?: readonly string[] | null | undefined
  /** Whether it is an account of the administrator itself, such as a claims reserve trust. Its lines are booked, never paid out. */
  isInternal?: boolean | undefined
}

export interface DisbursementAccountEditData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name?: string | undefined
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressEditData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The account in the general ledger. Null: the setting `glAccounts` decides. */
  glAccount?: string | null | undefined
  /** The codes of the lines that are paid to this account, such as RESERVE or PREMTAX. */
  disbursementCodes?: readonly string[] | null | undefined
  /** Whether it is an account of the administrator itself, such as a claims reserve trust. Its lines are booked, never paid out. */
  isInternal?: boolean | undefined
}

export interface DisbursementAccountSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The main telephone number of the account holder. */
  phone: string | null
}

export interface DisbursementCodeResponse {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the line of dealer cost, such as RESERVE. */
  code: string
  /** The name of the line, such as Claims reserve. */
  name: string
  /** The group that the code belongs to. */
  groupId: number
}

export interface DisbursementGroupResponse {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the group, such as Commissions. */
  code: string
  /** The name of the group. */
  name: string
}

export interface DisbursementLabelResponse {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of dealer cost that is named. */
  disbursementCodeId: number
  /** The program that uses the name. */
  programId: number
  /** The name of the line in the program. */
  label: string
}

export interface DisbursementShare {
  /** The line of dealer cost that pays the group, such as DLRGRP. */
  disbursementCode: string
  /** The participation in dollars on each contract. Null if it is a percentage. */
  amount: number | null
  /** The participation as a percentage, such as 2 for 2%. Null if it is an amount. */
  percent: number | null
}

export interface DisbursementShareData {
  /** The line of dealer cost that pays the commission, such as AGENT. */
  disbursementCode: string
  /** The commission in dollars. Null if it is a percentage. */
  amount?: number | null | undefined
  /** The commission as a percentage, such as 6 for 6%. Null if it is an amount. */
  percent?: number | null | undefined
}

export interface DisbursementShareEditData {
  /** The line of dealer cost that pays the group, such as DLRGRP. */
  disbursementCode?: string | null | undefined
  /** The participation in dollars on each contract. Null if it is a percentage. */
  amount?: number | null | null | undefined
  /** The participation as a percentage, such as 2 for 2%. Null if it is an amount. */
  percent?: number | null | null | undefined
}

export interface Document {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the document type. */
  documentTypeId: number
  /** The code of the document type, such as SIGNED or CANCELFORM. */
  documentTypeCode: string
  /** The name of the document type, such as SignedContract. */
  documentTypeName: string
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. */
  contentType: string
  /** The size of the content, in bytes. */
  sizeBytes: number
  /** What the document is about. Null: not said. */
  description: string | null
  /** What the document belongs to: a Contract, Claim, Cancel or AccountHolder. */
  entityType: 'Contract' | 'Claim' | 'Cancel' | 'AccountHolder'
  /** The id of the record that the document belongs to. */
  entityId: number
  /** The versions of the document, oldest first. The newest is what is read. */
  versions: readonly DocumentVersion[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
}

/** Name the type by its code, name or id. Send the content as documentData, or ask for a link with requestUpload. */
export interface DocumentCreateData {
  /** The code of the document type, such as SIGNED or CANCELFORM. */
  documentTypeCode?: string | undefined
  /** The name of the document type, such as SignedContract. */
  documentTypeName?: string | undefined
  /** The id of the document type. */
  documentTypeId?: number | undefined
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. If absent, the type follows from the file name. */
  contentType?: string | undefined
  /** The content in base64: a PDF, JPEG, PNG, TIFF or DOCX of at most 25 MiB. */
  documentData?: string | undefined
  /** Return a link to PUT the content to within 15 minutes. The document does not exist until then. */
  requestUpload?: boolean | undefined
  /** What the document is about. Null: not said. */
  description?: string | null | undefined
}

export interface DocumentPostResponse {
  /** The id of the document. */
  documentId: number
  /** The id of the file. GET /files/{fileId} answers it. */
  fileId: number
  /** The SHA-256 checksum of the content, in hex. Null until the content has arrived. */
  checksumSha256: string | null
  /** The link to PUT the content to. Without a public address of the service, its url is a path. */
  uploadLink: PresignedLink | null
  /** The document that was made with this request. Null or absent: none was. */
  generatedDocument: GeneratedContractDocument | null
}

export interface DocumentType {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code by which requests name the type, such as SIGNED. */
  code: string
  /** The name of the type as people read it. */
  name: string
  /** The kinds of records that take documents of this type. */
  acceptedOn: readonly ('Contract' | 'Claim' | 'Cancel' | 'AccountHolder')[]
}

export interface DocumentVersion {
  /** The number of the version, from 1. */
  version: number
  /** The id of the file. GET /files/{fileId} answers it. */
  fileId: number
  /** When the version arrived. */
  uploadedAt: string
  /** Who sent the version. */
  uploadedBy: string
  /** SHA-256 of the content, in hex. */
  checksumSha256: string
  /** Whether the PDF has scripts or attachments. Download such a file; never show it in a page. */
  hasActiveContent: boolean
}

export interface DocumentWithData {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the document type. */
  documentTypeId: number
  /** The code of the document type, such as SIGNED or CANCELFORM. */
  documentTypeCode: string
  /** The name of the document type, such as SignedContract. */
  documentTypeName: string
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. */
  contentType: string
  /** The size of the content, in bytes. */
  sizeBytes: number
  /** What the document is about. Null: not said. */
  description: string | null
  /** What the document belongs to: a Contract, Claim, Cancel or AccountHolder. */
  entityType: 'Contract' | 'Claim' | 'Cancel' | 'AccountHolder'
  /** The id of the record that the document belongs to. */
  entityId: number
  /** The versions of the document, oldest first. The newest is what is read. */
  versions: readonly DocumentVersion[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** The content of the newest version, in base64. */
  documentData: string
}

/** What the answer to a dry run has besides. */
export interface DryRun {
  /** What the operation would have written. Only a dry run answers it. */
  effects?: Effects | undefined
}

export interface DuplicateGAPContracts_Result {
  /** The contract that should be cancelled. */
  olderContractId: number
  /** The number of the contract that should be cancelled. */
  olderNumber: string
  /** The day on which that contract was sold. */
  olderSaleDate: string
  /** The contract that replaces it. Null for a payoff. */
  newerContractId: number | null
  /** The number of the contract that replaces it. Null for a payoff. */
  newerNumber: string | null
  /** The day on which the replacing contract was sold. Null for a payoff. */
  newerSaleDate: string | null
  /** The vehicle identification number, 17 characters. Null: not known. */
  vin: string | null
  /** The name of the customer. */
  customerName: string
  /** The number of the dealer, such as D1001. */
  dealerNumber: string
  /** The day as of which it should be cancelled: the sale date of the newer contract, or the payoff date. */
  suggestedCancelDate: string
  /** The net refund of a cancel on the suggested date. Null if that cancel would be refused. */
  estimatedRefund: number | null
  /** DUPGAP: a newer GAP contract on the vehicle replaces it. PAYOFF: its loan is paid off. */
  reason: 'DUPGAP' | 'PAYOFF'
}

export interface EarningCancel {
  /** The id of the cancel. */
  cancelId: number
  /** The day as of which the contract is cancelled. The refund is computed for this day. */
  cancelDate: string
  /** The lines of the contract, as of the event. */
  lines: readonly EarningCancelDisbursement[]
}

export interface EarningCancelDisbursement {
  /** The code of the line, such as RESERVE, ADMIN or AGENT. */
  disbursementCode: string
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number | null
  /** The amount of the line in effect on that day, in dollars. */
  amount: number
  /** The earning method of the line, such as PRORATA_DAYS. */
  method: string
  /** The first day of the term. */
  effectiveDate: string
  /** The last day of the term. */
  expirationDate: string
  /** The day for which the figures hold. */
  asOfDate: string
  /** The earned part, to six decimals. */
  factor: number
  /** What is earned by that day, in dollars. */
  earned: number
  /** What is not earned yet, in dollars. */
  unearned: number
  /** What a cancel or void has given back, in dollars. */
  refunded: number
  /** Earned since the end of the previous month. */
  periodEarned: number
  /** What was earned of the line on the cancel date, in dollars. */
  earnedAtCancel: number
  /** What was unearned of the line on the cancel date, in dollars. */
  unearnedAtCancel: number
  /** What the line gave back, in dollars. */
  refund: number
  /** What was recognized as earned by the cancel: unearned less refund, in dollars. It may be negative. */
  earnedOnCancel: number
}

export interface EarningCatchUp {
  /** The code of the line. */
  code: string
  /** What was caught up, in dollars. */
  amount: number
}

export interface EarningContract {
  /** The id of the contract. */
  contractId: number
  /** The day on which the contract was finalized. Null: not yet. */
  finalizedDate: string | null
  /** The lines of the contract, each with its earnings. */
  lines: readonly EarningContractDisbursement[]
}

export interface EarningContractDisbursement {
  /** The code of the line, such as RESERVE, ADMIN or AGENT. */
  disbursementCode: string
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number | null
  /** The amount of the line in effect on that day, in dollars. */
  amount: number
  /** The earning method of the line, such as PRORATA_DAYS. */
  method: string
  /** The first day of the term. */
  effectiveDate: string
  /** The last day of the term. */
  expirationDate: string
  /** The day for which the figures hold. */
  asOfDate: string
  /** The earned part, to six decimals. */
  factor: number
  /** What is earned by that day, in dollars. */
  earned: number
  /** What is not earned yet, in dollars. */
  unearned: number
  /** What a cancel or void has given back, in dollars. */
  refunded: number
  /** Earned since the end of the previous month. */
  periodEarned: number
}

export interface EarningContractHold {
  /** The id of the hold. */
  holdId: number
  /** The day from which the hold counts. */
  holdDate: string
  /** Freeze: nothing is earned until the hold is resolved. Suspend: the term stops and is extended. */
  mode: 'Freeze' | 'Suspend'
  /** The lines of the contract, as of the event. */
  lines: readonly EarningContractHoldDisbursement[]
}

export interface EarningContractHoldDisbursement {
  /** The code of the line, such as RESERVE, ADMIN or AGENT. */
  disbursementCode: string
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number | null
  /** The amount of the line in effect on that day, in dollars. */
  amount: number
  /** The earning method of the line, such as PRORATA_DAYS. */
  method: string
  /** The first day of the term. */
  effectiveDate: string
  /** The last day of the term. */
  expirationDate: string
  /** The day for which the figures hold. */
  asOfDate: string
  /** The earned part, to six decimals. */
  factor: number
  /** What is earned by that day, in dollars. */
  earned: number
  /** What is not earned yet, in dollars. */
  unearned: number
  /** What a cancel or void has given back, in dollars. */
  refunded: number
  /** Earned since the end of the previous month. */
  periodEarned: number
  /** What was earned when the hold began, in dollars. */
  earnedAtHold: number
}

export interface EarningFilter {
  /** Only contracts of this type of product, such as VSC. */
  productTypeCode?: string | undefined
  /** Only contracts of this dealer. */
  dealerId?: number | undefined
  /** Only contracts in one of these statuses. Default: every contract that was ever finalized. */
  status?: readonly ('Quote' | 'Pending' | 'Active' | 'OnHold' | 'Cancelled' | 'Expired' | 'Voided')[] | undefined
}

export interface EarningLedgerDelete {
  /** The id of the ledger row. Null if a refinalize dropped the line. */
  ledgerId: number | null
  /** The code of the line, such as RESERVE, ADMIN or AGENT. */
  disbursementCode: string
  /** The day from which the line is gone. */
  deleteDate: string
  /** The amount of the line that was removed, in dollars. */
  amount: number
  /** What had been earned of the line and was reversed, in dollars. */
  earnedReversed: number
}

export interface EarningLedgerEdit {
  /** The id of the ledger row. Null if a refinalize changed the line. */
  ledgerId: number | null
  /** The code of the line, such as RESERVE, ADMIN or AGENT. */
  disbursementCode: string
  /** The day from which the correction counts. */
  editDate: string
  /** The amount of the line before, in dollars. */
  oldAmount: number
  /** The amount of the line after, in dollars. */
  newAmount: number
  /** The earned part of the line on that day, to six decimals. */
  factor: number
  /** What was earned at once to catch up, in dollars. */
  catchUp: number
}

export interface EarningReinstatement {
  /** The id of the reinstatement. */
  reinstatementId: number
  /** The id of the cancel. */
  cancelId: number
  /** The day of the reinstatement. */
  date: string
  /** Whether the contract was reinstated into a hold. */
  isHold: boolean
  /** The lines of the contract, as of the event. */
  lines: readonly EarningReinstatementDisbursement[]
}

export interface EarningReinstatementDisbursement {
  /** The code of the line, such as RESERVE, ADMIN or AGENT. */
  disbursementCode: string
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number | null
  /** The amount of the line in effect on that day, in dollars. */
  amount: number
  /** The earning method of the line, such as PRORATA_DAYS. */
  method: string
  /** The first day of the term. */
  effectiveDate: string
  /** The last day of the term. */
  expirationDate: string
  /** The day for which the figures hold. */
  asOfDate: string
  /** The earned part, to six decimals. */
  factor: number
  /** What is earned by that day, in dollars. */
  earned: number
  /** What is not earned yet, in dollars. */
  unearned: number
  /** What a cancel or void has given back, in dollars. */
  refunded: number
  /** Earned since the end of the previous month. */
  periodEarned: number
  /** The refund that the reinstatement reversed, in dollars. */
  reversedRefund: number
  /** The earned-on-cancel amount that the reinstatement reversed, in dollars. */
  reversedEarned: number
  /** What was earned at once to catch up, in dollars. */
  catchUp: number
}

export interface EarningResolve {
  /** The id of the end of the hold. */
  resolveId: number
  /** The id of the hold. */
  holdId: number
  /** The day on which the hold ended. */
  resolveDate: string
  /** How many days the hold lasted. */
  heldDays: number
  /** The lines of the contract, as of the event. */
  lines: readonly EarningResolveDisbursement[]
}

export interface EarningResolveDisbursement {
  /** The code of the line, such as RESERVE, ADMIN or AGENT. */
  disbursementCode: string
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number | null
  /** The amount of the line in effect on that day, in dollars. */
  amount: number
  /** The earning method of the line, such as PRORATA_DAYS. */
  method: string
  /** The first day of the term. */
  effectiveDate: string
  /** The last day of the term. */
  expirationDate: string
  /** The day for which the figures hold. */
  asOfDate: string
  /** The earned part, to six decimals. */
  factor: number
  /** What is earned by that day, in dollars. */
  earned: number
  /** What is not earned yet, in dollars. */
  unearned: number
  /** What a cancel or void has given back, in dollars. */
  refunded: number
  /** Earned since the end of the previous month. */
  periodEarned: number
  /** What was earned at once to catch up, in dollars. */
  catchUp: number
}

export interface EarningResult {
  /** The id of the contract. */
  contractId: number
  /** The day for which the figures hold. */
  asOfDate: string
  /** Ok, or Failed with `code` and `message`. */
  status: 'Ok' | 'Failed'
  /** The posted earnings up to the date, before and after this call. */
  lines: readonly {
    /** The code of the line. */
    code: string
    /** What was posted as earned before, in dollars. */
    earnedBefore: number
    /** What is posted as earned now, in dollars. */
    earnedAfter: number
    /** What this call posted, in dollars. */
    delta: number
  }[]
  /** For a failed contract: the reason. */
  code: string | null
  /** For a failed contract: what went wrong. Null otherwise. */
  message: string | null
}

export interface Effects {
  /** The ledger rows that the operation would have written or changed. */
  ledger: readonly Ledger[]
  /** The journal rows that the operation would have posted. Empty for callers who may not see them. */
  journal: readonly JournalRow[]
  /** The events that the operation would have sent. */
  events: readonly Event[]
  /** The documents that the operation would have stored. */
  documents: readonly (ContractDocument | Document | FileInfo)[]
}

export interface Event {
  /** The version of CloudEvents, always 1.0. */
  specversion: '1.0'
  /** The id of the event. A repeated delivery has the same one. */
  id: string
  /** Where events come from, always /bulwark. */
  source: '/bulwark'
  /** One of GET /events/types. */
  type: string
  /** The record that it happened to, by its path. */
  subject: string
  /** When it happened, in UTC. In a sandbox, by the sandbox clock. */
  time: string
  /** The media type of `data`, always application/json. */
  datacontenttype: 'application/json'
  /** Counts the events of the subject from 1, without gaps. */
  sequence: number
  /** As the schema of the type says. */
  data: Record<string, unknown>
}

export interface EventPage {
  /** The events of this page, oldest first. */
  items: readonly Event[]
  /** The cursor to read on with, also when nothing was found. */
  next: string
  /** There may be more now. False: ask again later. */
  hasMore: boolean
}

export interface EventType {
  /** The name of the type, such as contract.finalized. */
  type: string
  /** What events of this type happen to, such as contracts/{id}. */
  subject: string
  /** When events of this type are sent. */
  description: string
  /** The JSON Schema of `data`. */
  schema: Record<string, unknown>
}

export interface ExistingItemLockResult {
  /** Whether someone has locked the contract now. */
  isLocked: boolean
  /** The id of the user who holds the lock. Null: nobody, or a caller that is no user. */
  lockedByUserId: number | null
  /** The name of the caller that holds the lock. Null: nobody. */
  lockedByName: string | null
  /** When the lock was taken. Null: it is free. */
  lockedAt: string | null
  /** When the lock ends unless its holder renews it. Null: it is free. */
  expiresAt: string | null
  /** Only for the holder of the lock. */
  lockToken: string | null
}

/** The user’s identity at an external identity provider. */
export interface ExternalIdentity {
  /** The address of the identity provider. */
  provider: string
  /** The id of the user at the identity provider. */
  subject: string
}

export interface ExternalReference {
  /** The other system, such as the dealer’s DMS or a menu system. */
  system: string
  /** What the value is in the other system, such as dealNumber. */
  key: string
  /** The value that the other system has for this key. */
  value: string
  /** Where the record can be opened in the other system. Null if it has no address. */
  url: string | null
}

export interface ExternalReferenceData {
  /** The other system, such as the dealer’s DMS or a menu system. */
  system: string
  /** What the value is in the other system, such as dealNumber. */
  key: string
  /** The value that the other system has for this key. */
  value: string
  /** Where the record can be opened in the other system. Null if it has no address. */
  url?: string | null | undefined
}

export interface FactorTable {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the factor table. */
  code: string
  /** The name of the factor table. */
  name: string
  /** Rate: prices are multiplied by it. Earning: lines are earned by it, month by month. Cancel: lines are refunded by it. */
  type: 'Rate' | 'Earning' | 'Cancel'
  /** What the factors depend on, in order, such as class, odometer and deductible. */
  keys: readonly string[]
  /** How values between two months of the table are found. */
  interpolation: 'None' | 'Linear'
  /** The factors of the table, in order. */
  entries: readonly FactorTableEntry[]
}

export interface FactorTableEntry {
  /** The code of the first key that is not a range. Null: any. */
  key1: string | null
  /** The code of the second such key. If there are more, all of them separated by |. */
  key2: string | null
  /** The range of odometer or age, both ends included. In a curve, both are the month. */
  from: number | null
  /** The upper end of the range, included. Null: no upper end. */
  to: number | null
  /** The factor, such as 1.15. In a curve: the cumulative part, from 0 to 1. */
  factor: number
  /** The position of the entry in the table. */
  sequence: number
  /** The first sale date. Null: any. */
  effectiveFrom: string | null
  /** The last sale date. Null: any. */
  effectiveTo: string | null
}

export interface FileCreateData {
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. */
  contentType?: string | undefined
  /** The content, in base64, at most 25 MiB. */
  data: string
}

export interface FileFault {
  /** The path in the folder of the book. */
  file: string
  /** The line, from 1. */
  line: number
  /** What is wrong, and what would be right. */
  reason: string
}

export interface FileForm {
  /** The file, as a part of the form. */
  file: string
}

export interface FileInfo {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. */
  contentType: string
  /** The size of the content, in bytes. */
  sizeBytes: number
  /** SHA-256 of the content, in hex. */
  checksumSha256: string
  /** Whether the PDF has scripts or attachments. Download such a file; never show it in a page. */
  hasActiveContent: boolean
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
}

export interface FileResultData {
  /** The id of the file. GET /files/{fileId} answers it. */
  fileId: number
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. */
  contentType: string
  /** Whether the PDF has scripts or attachments. Download such a file; never show it in a page. */
  hasActiveContent: boolean
  /** The content, in base64. */
  data: string
}

export interface FinalizeData {
  /** The day on which the contract counts in the books: from the sale date to today. Today if nothing is sent. */
  finalizeDate?: string | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
}

export interface FinancingData {
  /** How the vehicle is paid for: Cash, Loan, Lease or Balloon. */
  dealType: string | null
  /** The amount financed, in dollars. */
  amountFinanced: number | null
  /** The annual percentage rate of the loan, such as 6.9 for 6.9%. */
  apr: number | null
  /** The length of the loan or lease, in months. */
  termMonths: number | null
  /** The monthly payment, in dollars. Null: computed from the loan where it is needed. */
  monthlyPayment: number | null
  /** The day on which the first payment is due. Null: not known. */
  firstPaymentDate: string | null
  /** The day on which the last payment is due. Null: not known. */
  maturityDate: string | null
  /** The day on which the loan was paid off. Null: it is not. */
  payoffDate: string | null
  /** The finance charges on the price of this contract, if it is financed. Some states have the lender credit them at a cancellation. */
  financeChargeOnContract: number | null
  /** The value of the vehicle at the end of a lease, in dollars. Null: no lease. */
  residualValue: number | null
  /** The last, larger payment of a balloon loan, in dollars. Null: none. */
  balloonAmount: number | null
  /** The number of the loan at the lender, masked. Null: not known. */
  accountNumber: string | null
  /** The id of the lender. Null: none. */
  lienHolderId: number | null
  /** What the customer paid down, in dollars. Null: not known. */
  downPayment: number | null
  /** What the customer got for a trade-in, in dollars. Null: none. */
  tradeIn: number | null
}

export interface FinancingInput {
  /** How the vehicle is paid for: Cash, Loan, Lease or Balloon. */
  dealType?: 'Cash' | 'Loan' | 'Lease' | 'Balloon' | undefined
  /** The amount financed, in dollars. */
  amountFinanced?: number | undefined
  /** The annual percentage rate of the loan, such as 6.9 for 6.9%. */
  apr?: number | undefined
  /** The length of the loan or lease, in months. */
  termMonths?: number | undefined
  /** The monthly payment, in dollars. */
  monthlyPayment?: number | undefined
  /** The day on which the first payment is due. */
  firstPaymentDate?: string | undefined
  /** The day on which the last payment is due. */
  maturityDate?: string | undefined
  /** The day on which the loan was paid off. */
  payoffDate?: string | undefined
  /** The finance charges on the price of this contract, if it is financed. Some states have the lender credit them at a cancellation. */
  financeChargeOnContract?: number | undefined
  /** The value of the vehicle at the end of a lease, in dollars. */
  residualValue?: number | undefined
  /** The last, larger payment of a balloon loan, in dollars. */
  balloonAmount?: number | undefined
  /** The number of the loan at the lender. It is stored encrypted and answered masked. */
  accountNumber?: string | undefined
  /** The id of the lender. */
  lienHolderId?: number | undefined
  /** What the customer paid down, in dollars. */
  downPayment?: number | undefined
  /** What the customer got for a trade-in, in dollars. */
  tradeIn?: number | undefined
}

export interface FinancingPatchData {
  /** How the vehicle is paid for: Cash, Loan, Lease or Balloon. */
  dealType?: 'Cash' | 'Loan' | 'Lease' | 'Balloon' | null | undefined
  /** The amount financed, in dollars. */
  amountFinanced?: number | null | undefined
  /** The annual percentage rate of the loan, such as 6.9 for 6.9%. */
  apr?: number | null | undefined
  /** The length of the loan or lease, in months. */
  termMonths?: number | null | undefined
  /** The monthly payment, in dollars. Null: computed from the loan where it is needed. */
  monthlyPayment?: number | null | undefined
  /** The day on which the first payment is due. Null: not known. */
  firstPaymentDate?: string | null | undefined
  /** The day on which the last payment is due. Null: not known. */
  maturityDate?: string | null | undefined
  /** The day on which the loan was paid off. Null: it is not. */
  payoffDate?: string | null | undefined
  /** The finance charges on the price of this contract, if it is financed. Some states have the lender credit them at a cancellation. */
  financeChargeOnContract?: number | null | undefined
  /** The value of the vehicle at the end of a lease, in dollars. Null: no lease. */
  residualValue?: number | null | undefined
  /** The last, larger payment of a balloon loan, in dollars. Null: none. */
  balloonAmount?: number | null | undefined
  /** The number of the loan at the lender. It is stored encrypted and answered masked. */
  accountNumber?: string | null | undefined
  /** The id of the lender. Null: none. */
  lienHolderId?: number | null | undefined
  /** What the customer paid down, in dollars. Null: not known. */
  downPayment?: number | null | undefined
  /** What the customer got for a trade-in, in dollars. Null: none. */
  tradeIn?: number | null | undefined
}

export interface GapAmount {
  /** What was refunded, such as VSC. */
  type: string
  /** The refund, in dollars. */
  amount: number
}

export interface GapChecklistItem {
  /** The document that is needed, such as SETTLEMENT or PAYOFF. */
  document: string
  /** Whether it has been received. One that has not blocks authorizing. */
  received: boolean
}

export interface GapData {
  /** The loan or lease that the vehicle is bought with. Null: none. */
  financing?: GapFinancing | null | undefined
  /** The day of the loss. Default: the loss date of the claim. */
  dateOfLoss?: string | undefined
  /** How the vehicle was lost: Collision, Theft or Other. */
  lossType?: 'Collision' | 'Theft' | 'Other' | undefined
  /** What the lender says is owed on the date of loss. */
  lenderPayoff?: number | null | undefined
  /** The interest for each day, in dollars, as the lender says. Kept for the record. */
  perDiem?: number | null | undefined
  /** What is past due, in dollars, as the lender says. Kept for the record. */
  delinquentAmount?: number | null | undefined
  /** Late fees, in dollars, as the lender says. Kept for the record. */
  lateFees?: number | null | undefined
  /** How many payments were deferred. Kept for the record. */
  deferredPayments?: number | null | undefined
  /** The day of the last payment. Kept for the record. */
  lastPaymentDate?: string | null | undefined
  /** How many payments were made. Kept for the record. */
  paymentsMade?: number | null | undefined
  /** The customer’s own auto insurance. Null: not known. */
  primaryInsurance?: InsurancePolicy | null | undefined
  /** Whether the vehicle was not insured. The value of the vehicle then takes the place of the settlement. */
  noPrimaryInsurance?: boolean | undefined
  /** What the customer’s insurance paid for the total loss. Null: not known yet. */
  insuranceSettlement?: InsuranceSettlement | null | undefined
  /** What the vehicle was worth, in dollars. Without primary insurance: the value on the date of loss. */
  vehicleValue?: number | null | undefined
  /** Where the value of the vehicle comes from, such as a price guide. */
  valueSource?: string | null | undefined
  /** Only where the contract has no value of the vehicle. */
  ltvValue?: number | null | undefined
  /** Refunds of cancelled products that belong to the lender. */
  refunds?: readonly GapAmount[] | undefined
  /** What the waiver does not cover, one by one. */
  exclusions?: readonly GapAmount[] | undefined
  /** The documents that the settlement needs, and whether they are here. Default: SETTLEMENT, PAYOFF and FINANCE, and POLICE for a theft. */
  checklist?: readonly GapChecklistItem[] | undefined
}

/** The loan. What is left out is taken from the contract. */
export interface GapFinancing {
  /** How the vehicle is paid for: Cash, Loan, Lease or Balloon. */
  dealType?: 'Cash' | 'Loan' | 'Lease' | 'Balloon' | undefined
  /** The amount financed, in dollars. */
  amountFinanced?: number | null | undefined
  /** The annual percentage rate of the loan, such as 6.9 for 6.9%. */
  apr?: number | null | undefined
  /** The length of the loan or lease, in months. */
  termMonths?: number | null | undefined
  /** The monthly payment, in dollars. Null: computed from the loan where it is needed. */
  monthlyPayment?: number | null | undefined
  /** The day on which the first payment is due. Null: not known. */
  firstPaymentDate?: string | null | undefined
  /** The day on which the last payment is due. Null: not known. */
  maturityDate?: string | null | undefined
  /** The day on which the loan was paid off. Null: it is not. */
  payoffDate?: string | null | undefined
  /** The value of the vehicle at the end of a lease, in dollars. Null: no lease. */
  residualValue?: number | null | undefined
  /** The last, larger payment of a balloon loan, in dollars. Null: none. */
  balloonAmount?: number | null | undefined
  /** The number of the loan at the lender. It is stored encrypted and answered masked. */
  accountNumber?: string | null | undefined
  /** The id of the lender. Null: none. */
  lienHolderId?: number | null | undefined
  /** What the customer paid down, in dollars. Null: not known. */
  downPayment?: number | null | undefined
  /** What the customer got for a trade-in, in dollars. Null: none. */
  tradeIn?: number | null | undefined
}

export interface GapSettlement {
  /** The monthly payment of the loan, in dollars. */
  payment: number
  /** How many payments were due by the date of loss. */
  paymentsDue: number
  /** What would be owed if all payments had been made on time, in dollars. */
  scheduledBalance: number
  /** Interest from the last due date to the loss, in dollars. */
  interestToLoss: number
  /** The scheduled balance and the interest, in dollars. */
  scheduledPayoff: number
  /** Refunds of cancelled products that reduce the payoff, in dollars. */
  refunds: number
  /** What the waiver does not cover, in dollars. */
  exclusions: number
  /** The balance that is covered before the loan-to-value limit, in dollars. */
  coveredBalanceBeforeLtv: number
  /** The amount financed in percent of the value of the vehicle, with two decimals. Null: the value is not known. */
  ltvPercent: number | null
  /** The highest loan to value that the plan covers in full, in percent. Null: no limit. */
  maxLtvPercent: number | null
  /** What part of the balance is covered, because the loan is above the limit. 1: all of it. */
  ltvFactor: number
  /** The balance that is covered, in dollars. */
  coveredBalance: number
  /** What the insurance settlement takes off, in dollars, with the deductible that is covered. */
  insuranceCredit: number
  /** What of the customer’s insurance deductible is covered, in dollars. */
  deductibleCovered: number
  /** The covered balance less the insurance credit, in dollars, at least 0. */
  gap: number
  /** The most that the plan pays, in dollars. Null: no limit. */
  maxBenefit: number | null
  /** What the GAP claim pays to the lien holder, in dollars. */
  payable: number
  /** What the customer still owes the lender, in dollars. */
  customerResidual: number
  /** What the rest is made of. The parts add up to it. */
  residualParts: {
    /** What the loan is behind its schedule, in dollars. */
    arrears: number
    /** What the waiver does not cover, in dollars. */
    exclusions: number
    /** What the loan-to-value limit cuts, in dollars. */
    ltvCut: number
    /** The part of the insurance deductible that is not covered, in dollars. */
    deductibleAboveLimit: number
    /** What the insurance company took off for damage, salvage, premium and the like, in dollars. */
    insurerDeductions: number
    /** What exceeds the most that the plan pays, in dollars. */
    overMaximum: number
    /** What the credit exceeds the covered balance by, in dollars, 0 or negative. */
    surplus: number
  }
  /** The worksheet: every figure with its inputs and its formula. */
  steps: readonly ClaimStep[]
}

export interface GeneralSetting {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the group. */
  groupId: number
  /** The name of the setting, such as quoteValidDays. */
  key: string
  /** The setting as people read it. */
  name: string
  /** The type of the value: String, Int, Decimal, Bool, Date, Json or Enum. */
  type: 'String' | 'Int' | 'Decimal' | 'Bool' | 'Date' | 'Json' | 'Enum'
  /** The JSON type depends on `type`. Null if there is no value and no default. */
  value: unknown
  /** The value that applies if none is set. */
  defaultValue: unknown
  /** What the setting applies to: Global, AdminCompany or Product. */
  scope: 'Global' | 'AdminCompany' | 'Product'
  /** What the setting does. */
  description: string
}

export interface GeneralSettingEditData {
  /** The new value, of the JSON type of the setting. */
  value: unknown
}

export interface GeneralSettingGroup {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the group of settings, such as Cancels. */
  code: string
  /** The name of the group of settings. */
  name: string
}

export interface GeneralSettingSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the setting, such as quoteValidDays. */
  key: string
  /** The value in force. Its JSON type follows from `type`. */
  value: unknown
  /** The name of the group of settings. */
  groupName: string
  /** The type of the value: String, Int, Decimal, Bool, Date, Json or Enum. */
  type: 'String' | 'Int' | 'Decimal' | 'Bool' | 'Date' | 'Json' | 'Enum'
}

export interface GeneratedContractDocument {
  /** The id of the document. */
  documentId: number
  /** The name of the file, with its ending. */
  fileName: string
  /** The document itself. */
  pdf: PDF
  /** Whether the form is marked as a draft, because the contract is a quote or pending. */
  isDraft: boolean
}

export interface GetDeductiblesResponseResult {
  /** The product whose deductibles are listed. */
  productId: number
  /** The deductibles with which it is sold. */
  deductibles: readonly DeductibleResponse[]
}

export interface GetPlanResponseResult {
  /** The product whose plans are listed. */
  productId: number
  /** The plans of the program or product. */
  plans: readonly PlanResponse[]
}

export interface HeldDisbursement {
  /** The code of the line, such as RESERVE, ADMIN, AGENT or MARKUP. */
  code: string
  /** The amount of the line, in dollars. */
  amount: number
  /** Whether the hold keeps this line from being paid out. */
  isHeld: boolean
}

export interface Hold {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the contract. */
  contractId: number
  /** The reason of the hold. */
  reason: ContractHoldReason
  /** The day from which the hold counts. */
  holdDate: string
  /** Freeze: nothing is earned until the hold is resolved. Suspend: the term stops and is extended. */
  mode: 'Freeze' | 'Suspend'
  /** A note for the file. It is kept with the record and changes nothing else. */
  note: string | null
  /** The lines of the contract, and which of them are held. */
  disbursements: readonly HeldDisbursement[]
  /** Open, or Resolved. */
  status: 'Open' | 'Resolved'
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** How and when the hold was resolved. Empty: it is open. */
  resolves: readonly Resolve[]
}

export interface HoldCreateData {
  /** The id of the hold reason. */
  holdReasonId: number
  /** The day from which the hold counts. Between the sale date and today. Default: today. */
  holdDate?: string | undefined
  /** Freeze: nothing is earned until the hold is resolved. Suspend: the term stops and is extended. Default: the mode of the reason. */
  mode?: 'Freeze' | 'Suspend' | undefined
  /** The codes of the lines to hold. Default: all lines. A suspension always holds all lines. */
  disbursementCodes?: readonly string[] | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
}

export interface HoldReason {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the hold reason, such as MISSIGN. */
  code: string
  /** The hold reason as people read it, such as Missing signature. */
  name: string
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
  /** Whether claims cannot be authorized while the hold is open. */
  blocksClaims: boolean
  /** Whether payouts for the held lines wait while the hold is open. */
  freezesPayables: boolean
  /** The mode of the hold if none is sent: Freeze or Suspend. */
  defaultMode: 'Freeze' | 'Suspend'
  /** Whether the hold is resolved by itself when the dealer pays. */
  autoResolve: boolean
}

export type HttpMethod = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH'

export interface IdNameDescription {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name as people read it. */
  name: string
  /** More about it, for people. Null if there is nothing to add. */
  description: string | null
  /** The code, which programs use. It does not change. */
  code: string
}

export interface InProcessCashTransaction {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** Ready, then Processed. Draft, Processing and Failed are for banks that answer later. */
  status: 'Draft' | 'Ready' | 'Processing' | 'Processed' | 'Failed'
  /** Receive, Pay, or Net for rows of both directions. */
  direction: 'Receive' | 'Pay' | 'Net'
  /** The account holder: the dealer, agent, insurer, lien holder or other party that the amount is with. */
  accountHolder: Reference
  /** How the money moves: Check, ACH, Wire, CreditCard, Netting or Cash. */
  method: 'Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Netting' | 'Cash'
  /** The payment method of the account holder that is used. Null: none is named. */
  availablePaymentMethodId: number | null
  /** The memo of the payment, for people. */
  memo: string | null
  /** The ledger rows in the batch. */
  ledgers: readonly InProcessCashTransactionLedger[]
  /** What is to be paid, in dollars. */
  totalPay: number
  /** What is to be received, in dollars. */
  totalReceive: number
  /** What is received less what is paid. Below zero, the administrator pays. */
  netAmount: number
  /** The day on which the batch should be processed. Null: not said. */
  scheduledDate: string | null
  /** The cash transactions that it led to or holds. */
  cashTransactionIds: readonly number[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface InProcessCashTransactionLedger {
  /** The id of the ledger row. */
  ledgerId: number
  /** The number of the contract of the row. Null: none. */
  contractNumber: string | null
  /** The number of the claim of the row. Null: none. */
  claimNumber: string | null
  /** Receive: the account holder owes the administrator. Pay: the administrator owes the account holder. */
  direction: 'Receive' | 'Pay'
  /** The code of the line of the row. Null: none. */
  disbursementCode: string | null
  /** What of the row the batch pays, in dollars. */
  amount: number
}

export interface InProcessCashTransactionRequest {
  /** The account holder whose rows are paid. */
  accountHolderId: number
  /** Receive, Pay, or Net for rows of both directions. */
  direction: 'Receive' | 'Pay' | 'Net'
  /** The rows to put in the batch. Or send `filter`. */
  ledgerIds?: readonly number[] | undefined
  /** The open rows to pay, chosen by what they have in common instead of by their ids. */
  filter?: UnpaidLedgerFilter | undefined
  /** Check by default, or that of the chosen payment method. */
  method?: 'Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Netting' | 'Cash' | undefined
  /** The payment method of the account holder that is used. Null: none is named. */
  availablePaymentMethodId?: number | null | undefined
  /** The day on which the batch should be processed. Null: not said. */
  scheduledDate?: string | null | undefined
  /** The memo of the payment, for people. */
  memo?: string | null | undefined
}

export interface Inspection {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the claim. */
  claimId: number
  /** The number of the claim. */
  claimNumber: string
  /** The details that are inspected. */
  detailIds: readonly number[]
  /** The number of the inspection, such as INS-000012. */
  number: string
  /** The inspection company. */
  company: InspectionCompanyReference
  /** Why the inspection was ordered. */
  reason: InspectionReason
  /** Ordered, Assigned, Scheduled, Completed, Reviewed, Rejected or Cancelled. */
  status: 'Ordered' | 'Assigned' | 'Scheduled' | 'Completed' | 'Reviewed' | 'Rejected' | 'Cancelled'
  /** When the inspection was ordered. */
  orderedAt: string
  /** The day by which the report is expected. */
  dueAt: string | null
  /** When the vehicle is inspected. Null: no appointment yet. */
  scheduledAt: string | null
  /** When the inspection was completed. Null: not yet. */
  completedAt: string | null
  /** Where the vehicle is. Null: not known. */
  location: Address | null
  /** The person to ask for at the shop. */
  contactName: string | null
  /** The telephone number of that person. */
  contactPhone: string | null
  /** What the inspector should answer. */
  questions: readonly string[]
  /** The odometer reading that the inspector saw. Null: none. */
  odometerSeen: number | null
  /** What the inspector found, in words. */
  findings: string | null
  /** What the inspector concludes: FailureConfirmed, NotConfirmed or Inconclusive. Null: nothing yet. */
  recommendation: 'FailureConfirmed' | 'NotConfirmed' | 'Inconclusive' | null
  /** What the company gets when it has completed the inspection. */
  fee: number
  /** The ledger row of the fee. Null: no fee is owed yet. */
  feeLedgerId: number | null
  /** The number of the order in the system of the company. */
  externalReference: string | null
  /** The sequence of the last event that was applied. */
  lastSequence: number | null
  /** Why the company rejected the order. Null: it did not. */
  rejectReason: InspectionReason | null
  /** Answers of the inspector by name, such as the depth of a tire tread. */
  fields: readonly InspectionField[]
  /** The notes of the inspector, oldest first. */
  notes: readonly InspectionNote[]
  /** Photos, reports and estimates of the inspection. */
  files: readonly InspectionFile[]
  /** Why the inspection cannot go on. Null: nothing holds it up. */
  holdReason: InspectionReason | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface InspectionCompany {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'InspectionCompany'
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The states in which the company inspects vehicles, as two-letter codes. */
  serviceStates: readonly string[]
  /** What one completed inspection costs, in dollars. */
  fee: number
  /** A name by which the company’s system is known to an integration. Null: none. */
  integrationKey: string | null
  /** Whether the company reports through its own system, with the sync operations. */
  isExternalEngine: boolean
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface InspectionCompanyCreateData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address: AddressData
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. Today if nothing is sent. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The states in which the company inspects vehicles, as two-letter codes. */
  serviceStates?: readonly string[] | null | undefined
  /** What one completed inspection costs, in dollars. */
  fee?: number | undefined
  /** A name by which the company’s system is known to an integration. Null: none. */
  integrationKey?: string | null | undefined
  /** Whether the company reports through its own system, with the sync operations. */
  isExternalEngine?: boolean | undefined
}

export interface InspectionCompanyEditData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name?: string | undefined
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressEditData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The states in which the company inspects vehicles, as two-letter codes. */
  serviceStates?: readonly string[] | null | undefined
  /** What one completed inspection costs, in dollars. */
  fee?: number | undefined
  /** A name by which the company’s system is known to an integration. Null: none. */
  integrationKey?: string | null | undefined
  /** Whether the company reports through its own system, with the sync operations. */
  isExternalEngine?: boolean | undefined
}

export interface InspectionCompanyReference {
  /** The kind of record: always InspectionCompany. */
  type: 'InspectionCompany'
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the inspection company, such as IC100. */
  number: string
  /** The name of the inspection company. Null if the caller may not see it. */
  name: string | null
}

export interface InspectionCompanySearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The main telephone number of the account holder. */
  phone: string | null
}

export interface InspectionField {
  /** The name of the answer, for programs. */
  code: string
  /** The name of the answer, for people. Null: the code. */
  label: string | null
  /** The answer. Null: none. */
  value: string | null
}

export interface InspectionFieldData {
  /** The name of the answer, for programs. */
  code: string
  /** The name of the answer, for people. Null: the code. */
  label?: string | null | undefined
  /** The answer. Null: none. */
  value?: string | null | undefined
}

export interface InspectionFile {
  /** The id of the file. Read it with GET /files/{fileId}. */
  id: number
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. */
  contentType: string
  /** What it is: Photo, Report or Estimate. */
  kind: 'Photo' | 'Report' | 'Estimate'
  /** When the photo was taken. Null: not known. */
  takenAt: string | null
}

export interface InspectionFileData {
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. */
  contentType: string
  /** The content, in base64. */
  data: string
  /** What it is: Photo, Report or Estimate. Absent: Photo for an image, Report for anything else. */
  kind?: 'Photo' | 'Report' | 'Estimate' | undefined
  /** When the photo was taken. Null: not known. */
  takenAt?: string | null | undefined
}

export interface InspectionFileResult {
  /** The id of the file. GET /files/{fileId} answers it. */
  fileId: number
  /** What became of the file: always Stored. */
  status: 'Stored'
}

export interface InspectionNote {
  /** The note of the inspector. */
  text: string
  /** Who wrote the note. */
  author: string
  /** When the note was written. */
  at: string
}

export interface InspectionNoteData {
  /** The note of the inspector. */
  text: string
  /** Who wrote the note. */
  author?: string | undefined
}

export interface InspectionOrder {
  /** The inspection company that gets the order. */
  inspectionCompanyId: number
  /** The id of the reason. */
  reasonId?: number | undefined
  /** Why the inspection is ordered, by its code, such as HIGHCOST. In place of reasonId. */
  reasonCode?: string | undefined
  /** The details to inspect. Absent: all details that are Pending or Hold. */
  detailIds?: readonly number[] | undefined
  /** Where the vehicle is. Absent: the address of the repair facility. */
  location?: AddressData | null | undefined
  /** The person to ask for at the shop. */
  contactName?: string | null | undefined
  /** The telephone number of that person. */
  contactPhone?: string | null | undefined
  /** What the inspector should answer. */
  questions?: readonly string[] | undefined
  /** The day by which the report is expected. Null: not said. */
  dueDate?: string | null | undefined
}

export interface InspectionReason {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the reason, such as HIGHCOST. */
  code: string
  /** The reason as people read it. */
  name: string
}

export interface InspectionSyncResult {
  /** Whether the event counted. */
  applied: boolean
  /** Why it did not count: it came before, or a later one came before it. */
  reason: 'Duplicate' | 'Stale' | null
  /** The inspection as it is now. */
  inspection: Inspection
}

export interface InsurancePolicy {
  /** The name of the insurance company. */
  carrierName?: string | null | undefined
  /** The number of the policy. */
  policyNumber?: string | null | undefined
  /** The deductible for collision, in dollars. */
  collisionDeductible?: number | null | undefined
  /** The deductible for other losses, such as theft, in dollars. */
  comprehensiveDeductible?: number | null | undefined
  /** The first day of the policy. */
  effectiveDate?: string | null | undefined
  /** The last day of the policy. */
  expirationDate?: string | null | undefined
  /** The insurance agent. */
  agentName?: string | null | undefined
  /** The telephone number of the insurance company or agent. */
  phone?: string | null | undefined
}

export interface InsuranceSettlement {
  /** The name of the insurance company. */
  carrierName?: string | null | undefined
  /** The number of the claim at the insurance company. */
  claimNumber?: string | null | undefined
  /** The day of the loss, as the insurance company has it. */
  dateOfLoss?: string | null | undefined
  /** The day of the settlement. */
  settlementDate?: string | null | undefined
  /** What the insurance company says the vehicle was worth, in dollars. */
  actualCashValue: number
  /** The sales tax in the settlement, in dollars. */
  salesTax?: number | undefined
  /** The deductible that the insurance company took off, in dollars. */
  deductible?: number | undefined
  /** What was taken off for earlier damage, in dollars. */
  priorDamage?: number | undefined
  /** What was taken off because the customer kept the vehicle, in dollars. */
  salvageValue?: number | undefined
  /** What was taken off for unpaid premium, in dollars. */
  unpaidPremium?: number | undefined
  /** What else was taken off, in dollars. */
  otherDeductions?: number | undefined
  /** If sent, it must be the value and the sales tax less all deductions. */
  netSettlement?: number | null | undefined
  /** Who got the settlement: LienHolder, Customer or Both. Null: not known. */
  paidTo?: 'LienHolder' | 'Customer' | 'Both' | null | undefined
}

export interface Insurer {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'Insurer'
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The code of the insurer at the National Association of Insurance Commissioners. */
  naicCode: string | null
  /** The financial strength rating of the insurer by AM Best, such as A+. */
  amBestRating: string | null
  /** The contractual liability policies that back the programs, one entry for each program and time. */
  clipPolicyNumbers: readonly ClipPolicyNumber[]
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface InsurerCreateData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address: AddressData
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. Today if nothing is sent. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The code of the insurer at the National Association of Insurance Commissioners. */
  naicCode?: string | null | undefined
  /** The financial strength rating of the insurer by AM Best, such as A+. */
  amBestRating?: string | null | undefined
  /** The contractual liability policies that back the programs, one entry for each program and time. */
  clipPolicyNumbers?: readonly ClipPolicyNumberData[] | null | undefined
}

export interface InsurerEditData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name?: string | undefined
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressEditData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The code of the insurer at the National Association of Insurance Commissioners. */
  naicCode?: string | null | undefined
  /** The financial strength rating of the insurer by AM Best, such as A+. */
  amBestRating?: string | null | undefined
  /** The contractual liability policies that back the programs, one entry for each program and time. */
  clipPolicyNumbers?: readonly ClipPolicyNumberData[] | null | undefined
}

export interface InsurerSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The main telephone number of the account holder. */
  phone: string | null
}

export interface Issue {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The position of the detail in the claim. Deductible and limits are used up in this order. */
  sequence: number
  /** Pending, Hold, Inspection, PendingApproval, Authorized, Denied, Paid or Voided. */
  status: 'Pending' | 'Hold' | 'Inspection' | 'PendingApproval' | 'Authorized' | 'Denied' | 'Paid' | 'Voided'
  /** The id of the complaint. */
  complaintId: number | null
  /** The code of what the customer complains about, such as NOISE. */
  complaintCode: string | null
  /** The id of the cause. */
  causeId: number | null
  /** The code of what caused it, such as INTFAIL. */
  causeCode: string | null
  /** The id of the correction. */
  correctionId: number | null
  /** The code of what the shop does about it, such as REPLACE. */
  correctionCode: string | null
  /** The complaint in the words of the customer or shop. */
  complaintText: string | null
  /** The cause in the words of the technician. */
  causeText: string | null
  /** The correction in the words of the technician. */
  correctionText: string | null
  /** The parts that failed. */
  components: readonly ClaimDetailComponent[]
  /** The labor lines. */
  labor: readonly Labor[]
  /** The parts lines. */
  parts: readonly Part[]
  /** Other lines: towing, rental, diagnosis, sublet work, fluids, shop supplies and teardown. */
  misc: readonly MiscellaneousItem[]
  /** The cuts, and why. Automatic ones follow from the rules; the others were made by an adjuster. */
  adjustments: readonly Adjustment[]
  /** What was asked for, before tax, in dollars. */
  requested: number
  /** What is approved after cuts, before tax, in dollars. */
  adjusted: number
  /** The sales tax, in dollars. */
  tax: number
  /** What of the deductible this detail uses, in dollars. */
  deductibleApplied: number
  /** What exceeds the limits of liability, in dollars. The customer pays it. */
  overLimit: number
  /** What is not covered, in dollars. The customer pays it. */
  notCovered: number
  /** What the contract pays, in dollars. */
  payable: number
  /** What the customer pays, in dollars: deductible, over limit, and what is not covered. */
  customerPay: number
  /** What is authorized for the detail, in dollars, the most that can be paid. Null: not authorized. */
  authorizedAmount: number | null
  /** What payment was requested for, in dollars. */
  requestedPayments: number
  /** What was paid for the detail, in dollars. */
  paid: number
  /** Why the detail was denied. Null: it was not. */
  deniedReasonId: number | null
  /** Why the detail was denied, by its code. Null: it was not. */
  deniedReasonCode: string | null
  /** Why the detail is on hold. Null: it is not. */
  holdReasonId: number | null
  /** Why the detail is on hold, by its code. Null: it is not. */
  holdReasonCode: string | null
  /** The maintenance service that the detail is for. Null: none. */
  ppmEventId: number | null
}

export interface JournalRow {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The business event. All rows with the same id were posted together. */
  entryId: number
  /** The kind of business event, such as Finalize, Cash, Claim or Cancel. */
  entryType: 'Finalize' | 'Refinalize' | 'Void' | 'LedgerEdit' | 'LedgerDelete' | 'Manual' | 'TransferFee' | 'Earning' | 'Cash' | 'CashOverShort' | 'Nsf' | 'Claim' | 'InspectionFee' | 'Cancel' | 'CancelFee' | 'Penalty' | 'Reinstatement'
  /** The account that is debited, such as Receivable:12 or Unearned:RESERVE. */
  debitAccount: string
  /** The account that is credited, such as Payable:15 or Cash. */
  creditAccount: string
  /** The amount of the posting in dollars, always positive. */
  amount: number
  /** The business date of the posting. */
  effectiveDate: string
  /** The day on which it counts in the books. If its month is closed, the first day of the first open month. */
  accountingDate: string
  /** The id of the contract. Null: none. */
  contractId: number | null
  /** The id of the claim. Null: none. */
  claimId: number | null
  /** The id of the cancel. Null: none. */
  cancelId: number | null
  /** The id of the ledger row. */
  ledgerId: number | null
  /** The id of the cash transaction. Null: none. */
  cashTransactionId: number | null
  /** The row that this one reverses. Null: none. */
  reversesId: number | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
}

export interface Labor {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The component that the line is for. Null: the primary failure of the detail. */
  componentCode: string | null
  /** The code of the operation in the labor guide. */
  operationCode: string | null
  /** What is done, such as Replace water pump. */
  description: string | null
  /** Hours, with at most two decimals. */
  hoursRequested: number
  /** Hours, with at most two decimals. */
  hoursGuide: number | null
  /** Hours, with at most two decimals. */
  hoursApproved: number
  /** The labor rate that the shop asks for, in dollars an hour. */
  rateRequested: number
  /** The labor rate that is paid, in dollars an hour. */
  rateApproved: number
  /** What is approved, before tax. */
  amount: number
  /** Whether the labor is taxed where the law taxes labor. */
  isTaxable: boolean
  /** The sales tax, in dollars. */
  tax: number
}

export interface LaborData {
  /** The id of a line that is kept. For a new line: any number, by which an adjustment in the same request can name it. */
  id?: number | undefined
  /** The component that the line is for. Default: the primary failure of the detail. */
  componentCode?: string | null | undefined
  /** The code of the operation in the labor guide. */
  operationCode?: string | null | undefined
  /** What is done, such as Replace water pump. */
  description?: string | null | undefined
  /** The hours that the shop asks for, with at most two decimals. */
  hoursRequested: number
  /** The hours of the labor guide. No guide: no cut. */
  hoursGuide?: number | null | undefined
  /** Set by an adjuster. Default: by the rules. */
  hoursApproved?: number | null | undefined
  /** The labor rate that the shop asks for, in dollars an hour. */
  rateRequested: number
  /** Set by an adjuster. Default: by the rules. */
  rateApproved?: number | null | undefined
  /** Whether the labor is taxed where the law taxes labor. */
  isTaxable?: boolean | undefined
}

export interface LaborRate {
  /** The kind of work: Standard, Diesel or Electric. */
  type: 'Standard' | 'Diesel' | 'Electric'
  /** The rate in dollars an hour. */
  rate: number
  /** The first day of the rate. Null: from the beginning. */
  from: string | null
}

export interface LaborRateData {
  /** The kind of work: Standard, Diesel or Electric. */
  type?: 'Standard' | 'Diesel' | 'Electric' | undefined
  /** The rate in dollars an hour. */
  rate: number
  /** The first day of the rate. Null: from the beginning. */
  from?: string | null | undefined
}

export interface LawCoverage {
  /** The sale date that the rules were asked for. */
  saleDate: string
  /** A row for each state and product type. */
  states: readonly StateLawCoverage[]
}

export interface Ledger {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** What the row is for, such as ContractDisbursement, Cancel, Claim, Adjustment or Penalty. */
  ledgerType: 'ContractDisbursement' | 'Refinalize' | 'Cancel' | 'CancelFee' | 'Reinstatement' | 'Claim' | 'InspectionFee' | 'TransferFee' | 'SalesTax' | 'Adjustment' | 'Penalty' | 'CashOverShort'
  /** Pending, Open, Held, InProcess (in a batch), Paid or Voided. A row that is paid in part is Open. */
  ledgerStatus: 'Pending' | 'Open' | 'Held' | 'InProcess' | 'Paid' | 'Voided'
  /** What a Pending row waits for: Finalize (the contract is not in the books) or Funding (the dealer has not paid). Null: nothing. */
  waitsFor: 'Finalize' | 'Funding' | null
  /** Receive: the account holder owes the administrator. Pay: the administrator owes the account holder. */
  direction: 'Receive' | 'Pay'
  /** The account holder: the dealer, agent, insurer, lien holder or other party that the amount is with. */
  accountHolder: Reference
  /** The contract that the row belongs to. Null: none. */
  contract: Reference | null
  /** The claim that the row belongs to. Null: none. */
  claim: Reference | null
  /** The cancel that the row belongs to. Null: none. */
  cancel: Reference | null
  /** The id of the product. Null: none. */
  productId: number | null
  /** The code of the line, such as RESERVE or AGENT. Null: none. */
  disbursementCode: string | null
  /** The group of the line, such as Commissions. Null: none. */
  disbursementGroup: string | null
  /** The amount of the row in dollars, always positive. `direction` says who owes it. */
  amount: number
  /** What of the row is paid, in dollars. */
  paidAmount: number
  /** What of the row is still to be paid, in dollars. 0 for memo and voided rows. */
  openAmount: number
  /** The business date of the row, such as the sale or cancel date. */
  effectiveDate: string
  /** The day on which it counts in the books. If its month is closed, the first day of the first open month. */
  accountingDate: string
  /** The day on which the row is due. */
  dueDate: string
  /** A memo row is never paid. It is kept for calculations. */
  isMemo: boolean
  /** Why the row was entered or corrected by hand. Null: it was not. */
  reason: string | null
  /** The hold that keeps the row from being paid. Null: none. */
  holdId: number | null
  /** The batch that it is in or came from. Null: none. */
  inProcessCashTransactionId: number | null
  /** The row that this one offsets. Null: none. */
  offsetOfLedgerId: number | null
  /** The account in the general ledger. Null: none is set. */
  glAccount: string | null
  /** The cash that paid the row, and what was taken back. */
  details: readonly LedgerDetail[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface LedgerCreateData {
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId: number
  /** Receive: the account holder owes the administrator. Pay: the administrator owes the account holder. */
  direction: 'Receive' | 'Pay'
  /** The amount of the row in dollars, always positive. */
  amount: number
  /** Why the row is entered by hand. */
  reason: string
  /** The id of the contract. Null: none. */
  contractId?: number | null | undefined
  /** The id of the claim. Null: none. */
  claimId?: number | null | undefined
  /** The code of a line, if the row belongs to one. Null: none. */
  disbursementCode?: string | null | undefined
  /** Today by default. */
  effectiveDate?: string | undefined
  /** The effective date by default. */
  dueDate?: string | undefined
}

/** The part of a cash transaction that was applied to the row, or reversed. */
export interface LedgerDetail {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the cash transaction. */
  cashTransactionId: number
  /** What the cash pays of the row, in dollars. */
  appliedAmount: number
  /** When the cash was applied to the row. */
  appliedAt: string
  /** Whether it takes back an earlier application, because the cash was voided or returned. */
  isReversal: boolean
}

export interface LedgerEditData {
  /** The corrected amount in dollars, always positive. */
  amount?: number | undefined
  /** The new due date. */
  dueDate?: string | undefined
  /** Voided voids the row. Nothing else can be sent. */
  status?: 'Voided' | undefined
  /** Why the row is corrected or voided. */
  reason: string
}

export interface LedgerSummary {
  /** The keys that the summary is grouped by, and no others. Null where a row has none. */
  keys: {
    /** The account holder of the rows. */
    accountHolderId?: number | null | undefined
    /** The code of the line. Null: none. */
    disbursementCode?: string | null | undefined
    /** The id of the product. Null: none. */
    productId?: number | null | undefined
    /** The id of the program. Null: none. */
    programId?: number | null | undefined
    /** The month, such as 2024-03. */
    month?: string | undefined
    /** The type of the rows. */
    ledgerType?: 'ContractDisbursement' | 'Refinalize' | 'Cancel' | 'CancelFee' | 'Reinstatement' | 'Claim' | 'InspectionFee' | 'TransferFee' | 'SalesTax' | 'Adjustment' | 'Penalty' | 'CashOverShort' | undefined
  }
  /** How many ledger rows are in the group. */
  count: number
  /** ContractDisbursement and Refinalize. What is owed to us is positive. */
  written: number
  /** Cancel, CancelFee and Reinstatement. */
  cancelled: number
  /** Claim and InspectionFee. */
  claims: number
  /** Rows of all other types, in dollars. */
  other: number
  /** received - paid + open + held + pending */
  net: number
  /** What was paid on Pay rows, in dollars. */
  paid: number
  /** What was received on Receive rows, in dollars. */
  received: number
  /** What is open or in a batch, in dollars. What is owed to us is positive. */
  open: number
  /** What is held, in dollars. What is owed to us is positive. */
  held: number
  /** What waits until the contract is funded. */
  pending: number
}

/** For Letter: the letter is mailed as well. */
export interface LetterMailData {
  /** The email address to send the letter to. If absent, the customer. */
  to?: string | undefined
}

export interface LibraryUpdate {
  /** Empty if the library is up to date. */
  changes: readonly CancelRuleChange[]
}

export interface LibraryUpdateData {
}

export interface LicenseNumber {
  /** The state that issued the license, as a two-letter code. */
  state: string
  /** The number of the license in that state. */
  number: string
  /** The last day on which the license is valid. Null: not known. */
  expires: string | null
}

export interface LicenseNumberData {
  /** The state that issued the license, as a two-letter code. */
  state: string
  /** The number of the license in that state. */
  number: string
  /** The last day on which the license is valid. Null: not known. */
  expires?: string | null | undefined
}

export interface LienHolder {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'LienHolder'
  /** The number of the lien holder. If none is sent, the next one is issued, such as L-000123. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The code of the lender in electronic lien and title systems. Null: none. */
  elTitleCode: string | null
  /** The telephone number for payoff quotes. */
  payoffPhone: string | null
  /** Where refund checks for the lender’s borrowers go. Null: to the mailing or street address. */
  refundAddress: Address | null
  /** Whether the lender takes refunds by ACH. */
  acceptsAch: boolean
  /** Other names of the lender, under which it is found, such as names before a merger. */
  aliases: readonly string[]
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface LienHolder2 {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'LienHolder'
  /** The number of the lien holder. If none is sent, the next one is issued, such as L-000123. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The code of the lender in electronic lien and title systems. Null: none. */
  elTitleCode: string | null
  /** The telephone number for payoff quotes. */
  payoffPhone: string | null
  /** Where refund checks for the lender’s borrowers go. Null: to the mailing or street address. */
  refundAddress: Address | null
  /** Whether the lender takes refunds by ACH. */
  acceptsAch: boolean
  /** Other names of the lender, under which it is found, such as names before a merger. */
  aliases: readonly string[]
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** All addresses of the lender: street, mailing and refund. */
  addresses: readonly Address[]
}

export interface LienHolderCreateData {
  /** The number of the lien holder. If none is sent, the next one is issued, such as L-000123. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address: AddressData
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. Today if nothing is sent. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The code of the lender in electronic lien and title systems. Null: none. */
  elTitleCode?: string | null | undefined
  /** The telephone number for payoff quotes. */
  payoffPhone?: string | null | undefined
  /** Where refund checks for the lender’s borrowers go. Null: to the mailing or street address. */
  refundAddress?: AddressData | null | undefined
  /** Whether the lender takes refunds by ACH. */
  acceptsAch?: boolean | undefined
  /** Other names of the lender, under which it is found, such as names before a merger. */
  aliases?: readonly string[] | null | undefined
  /** The bank account for refunds by ACH. It becomes a payment method of the lien holder. Null: none. */
  ach?: AccountHolderACH | null | undefined
}

export interface LienHolderEditData {
  /** The number of the lien holder. If none is sent, the next one is issued, such as L-000123. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name?: string | undefined
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressEditData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** The code of the lender in electronic lien and title systems. Null: none. */
  elTitleCode?: string | null | undefined
  /** The telephone number for payoff quotes. */
  payoffPhone?: string | null | undefined
  /** Where refund checks for the lender’s borrowers go. Null: to the mailing or street address. */
  refundAddress?: AddressEditData | null | undefined
  /** Whether the lender takes refunds by ACH. */
  acceptsAch?: boolean | undefined
  /** Other names of the lender, under which it is found, such as names before a merger. */
  aliases?: readonly string[] | null | undefined
  /** The bank account for refunds by ACH. It replaces the one before it. Null: none. */
  ach?: AccountHolderACHEditData | null | undefined
}

export interface LienHolderList {
  /** The rows of this page, in the order that was asked for. */
  items: readonly LienHolderSearchResult[]
}

export interface LienHolderSearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the lien holder. If none is sent, the next one is issued, such as L-000123. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
}

export interface LimitOfLiability {
  /** What the limit applies to: PerComponent, PerClaim, or Aggregate for all claims together. */
  scope: 'PerComponent' | 'PerClaim' | 'Aggregate'
  /** The limit in dollars. */
  amount: number
}

export interface LimitOfLiabilityResult {
  /** The limits of liability. Empty: no limit. */
  limits: readonly LimitOfLiability[]
  /** What claims have used of the aggregate limit, in dollars: paid, and authorized but unpaid. */
  usedAggregate: number
  /** What is left of the aggregate limit, in dollars. Null: no limit. */
  remainingAggregate: number | null
}

export interface LinkChange {
  /** The ids of the records to link. Links that exist already stay. */
  ids: readonly number[]
}

export interface ListPreferences {
  /** The name of the list in the portal, such as contracts. */
  list: string
  /** The columns to show, in their order. Null: those that the portal shows by itself. */
  columns: readonly string[] | null
  /** The saved views of the list. */
  views: readonly SavedView[]
}

export interface ListPreferencesData {
  /** The name of the list in the portal, such as contracts. */
  list: string
  /** The columns to show, in their order. Null: those that the portal shows by itself. */
  columns?: readonly string[] | null | undefined
  /** The saved views of the list. */
  views?: readonly SavedView[] | undefined
}

export interface Me {
  /** What the caller is: an OAuth Client, an ApiKey or a User. */
  kind: 'Client' | 'ApiKey' | 'User'
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the caller. Records that it changes carry it. */
  name: string
  /** The roles, such as Admin, Dealer or Accounting. A role is a set of permissions. */
  roles: readonly string[]
  /** What the caller may do, such as contracts:read. */
  permissions: readonly string[]
  /** The account holders that the caller is limited to. Empty: no limit. */
  scopes: readonly NamedScope[]
  /** Whether the caller signs in with one-time codes: a user who has confirmed a secret (PUT /me/totp). Clients and API keys do not. */
  oneTimeCodes: boolean
}

/** A set of roles. Users get roles by membership in groups. */
export interface MembershipGroup {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the group, such as Accounting. */
  name: string
  /** What the group is for. Null: not said. */
  description: string | null
  /** The roles that the group gives to its members. */
  roles: readonly MembershipRole[]
  /** The portal visibility group whose dealers its members see. Null: none. */
  portalVisibilityGroupId: number | null
}

/** A set of permissions. */
export interface MembershipRole {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the role, such as Accounting. */
  name: string
  /** What the caller may do, such as contracts:read. */
  permissions: readonly string[]
}

export interface MiscellaneousItem {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The component that the line is for. Null: the primary failure of the detail. */
  componentCode: string | null
  /** What the line is: Tow, Rental, Diagnosis, Sublet, Fluids, ShopSupplies or Teardown. */
  type: 'Tow' | 'Rental' | 'Diagnosis' | 'Sublet' | 'Fluids' | 'ShopSupplies' | 'Teardown'
  /** How many units, such as days of rental. */
  quantity: number
  /** The price of one unit, in dollars. */
  unitPrice: number
  /** The most that is paid for the line; null: no limit. */
  cap: number | null
  /** What is approved, before tax. */
  amount: number
  /** The sales tax, in dollars. */
  tax: number
}

export interface MiscellaneousItemData {
  /** The id of a line that is kept. For a new line: any number, by which an adjustment in the same request can name it. */
  id?: number | undefined
  /** The component that the line is for. Default: the primary failure of the detail. */
  componentCode?: string | null | undefined
  /** What the line is: Tow, Rental, Diagnosis, Sublet, Fluids, ShopSupplies or Teardown. */
  type: 'Tow' | 'Rental' | 'Diagnosis' | 'Sublet' | 'Fluids' | 'ShopSupplies' | 'Teardown'
  /** How many units, such as days of rental. */
  quantity: number
  /** The price of one unit, in dollars. */
  unitPrice: number
}

export interface NamedScope {
  /** The kind of record that limits the caller, such as Dealer or DealerGroup. */
  type: string
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the record that limits the caller, such as D1001. Null: it has none. */
  number: string | null
  /** The name of the record that limits the caller. Null: it has none. */
  name: string | null
}

export interface NewCancelRequestData {
  /** The day as of which the contract is cancelled. The refund is computed for this day. */
  cancelDate: string
  /** The id of the cancel reason, in place of its code. */
  cancelReasonId?: number | undefined
  /** The code of the cancel reason, such as CUSTREQ. Or send `cancelReasonId`. */
  cancelReasonCode?: string | undefined
  /** Who asks for the cancellation. If absent: Dealer or LienHolder for a caller of that kind, otherwise Customer. */
  requestedBy?: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer' | undefined
  /** The day on which notice of the cancellation arrived. Free look and refund deadline count from it. If absent, today. */
  noticeReceivedDate?: string | undefined
  /** The odometer reading on the cancel date, in the unit of the contract. Needed where the refund depends on miles. Null: not known. */
  cancelOdometer?: number | null | undefined
  /** The unit of the odometer reading: Miles or Km. That of the vehicle at the sale if nothing is sent. */
  cancelOdometerUnit?: 'Miles' | 'Km' | undefined
  /** Who gets the refund. It must be the one that the rules give. Null: as the rules say. */
  payee?: CancelPayeeData | null | undefined
  /** Whether the loan is paid off, so that the customer and not the lender is paid. Null or absent: true for the reason PAYOFF, otherwise false. */
  lienPaidOff?: boolean | null | undefined
  /** The ids of documents that belong with it. They must already be on the same contract or claim. */
  documentIds?: readonly number[] | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
  /** Figures to set by hand, with a reason. It needs the permission cancels:override. Null: none. */
  override?: NewCancelRequestOverrideData | null | undefined
  /** Whether it is only a quote, which changes nothing on the contract. */
  isQuoteOnly?: boolean | undefined
  /** For quotes only: the same cancellation on other days or by other methods. */
  alternatives?: readonly {
    /** The cancel date of this alternative. */
    cancelDate?: string | undefined
    /** The cancel method of this alternative. If absent, the one of the rules. */
    cancelMethodCode?: 'FLAT' | 'PRORATA_DAYS' | 'PRORATA_DAYS_INCL' | 'PRORATA_MONTHS' | 'PRORATA_MILES' | 'PRORATA_LESSER' | 'PRORATA_GREATER' | 'RULE78' | 'RULE78_BALANCE' | 'SHORTRATE' | 'SERVICES' | 'NONE' | undefined
  }[] | undefined
}

export interface NewCancelRequestOverrideData {
  /** Why the figures are set by hand. Required. */
  reason: string
  /** The cancel method, by its id in place of its code. */
  cancelMethodId?: number | undefined
  /** The code of the cancel method, such as PRORATA_DAYS. */
  cancelMethodCode?: 'FLAT' | 'PRORATA_DAYS' | 'PRORATA_DAYS_INCL' | 'PRORATA_MONTHS' | 'PRORATA_MILES' | 'PRORATA_LESSER' | 'PRORATA_GREATER' | 'RULE78' | 'RULE78_BALANCE' | 'SHORTRATE' | 'SERVICES' | 'NONE' | undefined
  /** The part of the price that is refunded before percentage, claims and fee, to six decimals. */
  unearnedFactor?: number | undefined
  /** The refund before claims and fee are taken off, in dollars. */
  grossRefund?: number | undefined
  /** What is taken off the refund for paid claims, in dollars. */
  claimsDeduction?: number | undefined
  /** The cancel fee, in dollars. */
  cancelFee?: number | undefined
  /** The refund after claims and fee, in dollars, without sales tax. */
  netRefund?: number | undefined
  /** What each line gives back. Every line must be named, and they must add up to the gross refund. */
  disbursements?: readonly {
    /** The code of the line, such as RESERVE, ADMIN, AGENT or MARKUP. */
    code: string
    /** What the line gives back, in dollars. */
    refund: number
  }[] | undefined
  /** Who gets the refund, whatever the rules say. */
  payee?: CancelPayeeData | undefined
  /** Who sends the refund: the Administrator, or the Dealer, which is credited for it. */
  refundPayer?: 'Administrator' | 'Dealer' | undefined
}

export interface Note {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the claim. */
  claimId: number
  /** What the note is about: General, Phone, System, Inspection or Customer. */
  type: 'General' | 'Phone' | 'System' | 'Inspection' | 'Customer'
  /** The text of the note. Notes are never changed. */
  text: string
  /** Whether only the administrator reads it. */
  isInternal: boolean
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
}

export interface NoteCreateData {
  /** What the note is about. General if nothing is sent. */
  type?: 'General' | 'Phone' | 'System' | 'Inspection' | 'Customer' | undefined
  /** The text of the note. Notes are never changed. */
  text: string
  /** Only the administrator reads internal notes. Default: true; for callers outside it, false. */
  isInternal?: boolean | undefined
}

export interface OAuthClient {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The public id of the client, for POST /oauth/token. */
  clientId: string
  /** The name of the client as people read it. Records that it changes carry it. */
  name: string
  /** The roles, such as Admin, Dealer or Accounting. A role is a set of permissions. */
  roles: readonly string[]
  /** The account holders that the caller is limited to. Empty: no limit. */
  scopes: readonly {
    /** The kind of record that limits the caller, such as Dealer or DealerGroup. */
    type: string
    /** The id of the record, a whole number that never changes. */
    id: number
  }[]
}

export interface OAuthClientCreateData {
  /** The name of the client as people read it. Records that it changes carry it. */
  name: string
  /** The roles, such as Admin, Dealer or Accounting. A role is a set of permissions. */
  roles: readonly string[]
  /** The account holders that the caller is limited to. Empty: no limit. */
  scopes?: readonly AccessScope[] | undefined
}

export interface OAuthClientMade {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The public id of the client, for POST /oauth/token. */
  clientId: string
  /** The name of the client as people read it. Records that it changes carry it. */
  name: string
  /** The roles, such as Admin, Dealer or Accounting. A role is a set of permissions. */
  roles: readonly string[]
  /** The account holders that the caller is limited to. Empty: no limit. */
  scopes: readonly {
    /** The kind of record that limits the caller, such as Dealer or DealerGroup. */
    type: string
    /** The id of the record, a whole number that never changes. */
    id: number
  }[]
  /** The secret. It is shown only this once. */
  clientSecret: string | null
}

export interface OAuthError {
  /** Why there is no token, in the words of OAuth (RFC 6749, 5.2). */
  error: 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'
}

export interface OdometerReading {
  /** The reading, in miles. */
  value: number
  /** The day of the reading. */
  date: string
  /** Where the reading comes from, such as Sale, Reading, Claim, Transfer or Correction. */
  source: string
  /** What the reading counts: Miles, whatever the vehicle was sold in, or Hours. */
  unit: 'Miles' | 'Hours' | 'None'
}

export interface OdometerReadingData {
  /** The reading, a whole number, in the unit of the vehicle at the sale. */
  value: number
  /** The unit of this reading, if it is not that of the vehicle at the sale: Miles or Km. */
  unit?: 'Miles' | 'Km' | undefined
  /** The day of the reading. */
  date?: string | undefined
  /** Why the reading is entered or corrected. Null: not said. */
  reason?: string | null | undefined
}

export interface OverdueCancelPayment {
  /** The id of the record, a whole number that never changes. Null while the payment is planned, like the ids of the cancel and of the ledger row. */
  id: number | null
  /** The id of the cancel. Null: none. */
  cancelId: number | null
  /** Who gets the payment. */
  payee: Reference
  /** The name on the check, such as First Bank FBO Dana Reyes. */
  payeeName: string
  /** The final payee, if the dealer passes the refund on. */
  forPayeeName: string | null
  /** The payment, in dollars. */
  amount: number
  /** How it is paid: Check, ACH, Wire or Netting against what the dealer owes. */
  method: 'Check' | 'ACH' | 'Wire' | 'Netting'
  /** Pending, InProcess (in a batch), Paid, Voided or Stopped. */
  status: 'Pending' | 'InProcess' | 'Paid' | 'Voided' | 'Stopped'
  /** The day by which the refund must be paid by law or contract. */
  refundDueDate: string
  /** As of today, or as of the day it was paid. */
  latePenalty: number
  /** The id of the ledger row. */
  ledgerId: number | null
  /** The id of the cash transaction. Null: none. */
  cashTransactionId: number | null
  /** The number of the check. Null: none. */
  checkNumber: string | null
  /** The day on which it was paid. Null: not yet. */
  paidDate: string | null
  /** The day on which the customer received the money, as the dealer confirmed it. */
  confirmedDate: string | null
  /** The parts of the payment. They sum to its amount. */
  lines: readonly {
    /** The code of the part, such as REFUND or SALESTAX. */
    disbursementCode: string
    /** The part of the payment, in dollars. */
    amount: number
  }[]
  /** Where the check is mailed. Null: it is not mailed. */
  mailTo: Address | null
  /** The memo on the check. Null: none. */
  memo: string | null
  /** Whether the payee is the lender. */
  isLienHolder: boolean
  /** The number of the contract. Null: it has none yet. */
  contractNumber: string | null
  /** Days until the refund is due. Negative when it is late. */
  daysLeft: number
  /** What `nextPenaltyDate` adds to the penalty if the refund is still unpaid. */
  nextPenalty: number | null
  /** The next day on which the penalty grows. Null if it does not. */
  nextPenaltyDate: string | null
  /** What it costs to pay tomorrow instead of today. */
  costOfWaiting: number
}

export interface OverruledCancelRule {
  /** The rule of the library. */
  ruleCode: string
  /** What the two say otherwise. */
  differences: readonly CancelRuleDifference[]
}

export interface OwnSession {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** When the user signed in, in real time. */
  createdAt: string
  /** When the session was last used, in real time, to the minute. */
  lastUsedAt: string
  /** When the session ends at the latest, in real time. */
  expiresAt: string
  /** The network address that the user signed in from. Null: not known. */
  address: string | null
  /** The program that signed in, as it described itself. Null: it did not. */
  device: string | null
  /** Whether it is the session that asks. */
  isCurrent: boolean
}

export interface PDF {
  /** The name of the file, with its ending. */
  fileName: string
  /** The media type of the content, such as application/pdf. */
  contentType: string
  /** The content of the PDF, in base64. */
  data: string
}

export interface PPMClaimEvent {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the service in the contract. */
  serviceId: number | null
  /** The code of the maintenance service, such as OIL. */
  serviceCode: string
  /** The day on which the service was done. */
  serviceDate: string
  /** The odometer reading at the service. */
  odometer: number | null
  /** The shop that did the service. Null: not known. */
  facilityId: number | null
  /** The number of the shop’s invoice. One payee cannot use a number twice. */
  invoiceNumber: string | null
  /** What the contract pays for the service, in dollars. */
  price: number
  /** Requested (claimed), Approved (payment requested), Paid, or Voided (given back). */
  status: 'Requested' | 'Approved' | 'Paid' | 'Voided'
  /** The id of the claim. */
  claimId: number
  /** The id of the detail. */
  detailId: number | null
}

export interface PPMClaimEventCreateData {
  /** The code of the maintenance service, such as OIL. */
  serviceCode: string
  /** The day on which the service was done. */
  serviceDate: string
  /** The odometer reading at the service. */
  odometer?: number | null | undefined
  /** The shop that did the service. Null: not known. */
  facilityId?: number | null | undefined
  /** The number of the shop’s invoice. One payee cannot use a number twice. */
  invoiceNumber?: string | null | undefined
}

export interface PPMService {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the service, such as OIL. */
  code: string
  /** The name of the service, such as Oil change. */
  name: string
  /** How many of the service the contract includes. */
  quantity: number
  /** The months from one service to the next. Null: not by time. */
  intervalMonths: number | null
  /** The miles from one service to the next. Null: not by miles. */
  intervalMiles: number | null
  /** What the contract pays for one service, in dollars, whatever the shop charges. */
  price: number
  /** How many miles before or after its due point a service may be used. */
  toleranceMiles: number
  /** Anytime: services may be used at any time. InWindow: only near their due points. */
  useRule: string
  /** The order in which the services are shown. */
  sequence: number
}

export interface PPMServiceData {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the service, such as OIL. */
  code: string
  /** The name of the service. */
  name: string
  /** How many of the service the contract includes. */
  quantity: number
  /** The months from one service to the next. Null: not by time. */
  intervalMonths: number | null
  /** The miles from one service to the next. Null: not by miles. */
  intervalMiles: number | null
  /** What the contract pays for one service, in dollars. */
  price: number
  /** How many miles before or after its due point a service may be used. */
  toleranceMiles: number
  /** Anytime: services may be used at any time. InWindow: only near their due points. */
  useRule: string
  /** The order in which the services are shown. */
  sequence: number
  /** How many have been used: payment was requested or made. */
  used: number
  /** How many are authorized and not requested for payment. */
  reserved: number
  /** How many are left: the quantity less those used. */
  remaining: number
  /** The day on which the next service is due. Null: not by time, or none is left. */
  nextDueDate: string | null
  /** The odometer reading at which the next service is due. Null: not by miles, or none is left. */
  nextDueOdometer: number | null
  /** The services that were claimed, oldest first. */
  history: readonly PPMClaimEvent[]
}

/** A page of a list. */
export interface PagedResult {
  /** The number of this page. The first page is 1. */
  pageNumber: number
  /** The most rows that a page can have in this answer. */
  pageSize: number
  /** How many rows match the filters. Above 10,000 it may say 10,000; `exactCount=true` counts them all. */
  totalCount: number
  /** How many pages the list has at this page size. */
  totalPages: number
}

export type PagedResultOfAging = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly Aging[]
}

export type PagedResultOfAutomaticProcessRunItem = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly AutomaticProcessRunItem[]
}

export type PagedResultOfCancelMethod = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly CancelMethod[]
}

export type PagedResultOfCancelPaymentDetails = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly CancelPaymentDetails[]
}

export type PagedResultOfCancelReason = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly CancelReason[]
}

export type PagedResultOfCancelRequest = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly CancelRequest[]
}

export type PagedResultOfCancelRule = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly CancelRule[]
}

export type PagedResultOfCancelSearchResult = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly CancelSearchResult[]
}

export type PagedResultOfCashTransaction = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly CashTransaction[]
}

export type PagedResultOfClaimIndexResult = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly ClaimIndexResult[]
}

export type PagedResultOfContractHistoryEntry = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly ContractHistoryEntry[]
}

export type PagedResultOfContractSearchResult = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly ContractSearchResult[]
}

export type PagedResultOfDealerRateVisibilityResult = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly DealerRateVisibilityResult[]
}

export type PagedResultOfDuplicateGAPContracts_Result = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly DuplicateGAPContracts_Result[]
}

export type PagedResultOfJournalRow = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly JournalRow[]
}

export type PagedResultOfLienHolder2 = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly LienHolder2[]
}

export type PagedResultOfOverdueCancelPayment = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly OverdueCancelPayment[]
}

export type PagedResultOfQueuedCancelRequest = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly QueuedCancelRequest[]
}

export type PagedResultOfString = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly string[]
}

export type PagedResultOfUnpaidLedgerProduct = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly UnpaidLedgerProduct[]
}

export type PagedResultOfUserV2 = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly UserV2[]
}

export type PagedResultOfWebhookDelivery = PagedResult & {
  /** The rows of this page, in the order that was asked for. */
  items: readonly WebhookDelivery[]
}

export interface Part {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The component that the line is for. Null: the primary failure of the detail. */
  componentCode: string | null
  /** The maker’s number of the part. */
  partNumber: string | null
  /** What the part is, such as Water pump. */
  description: string | null
  /** What kind of part it is: OEM, Aftermarket, Reman (remanufactured) or Used. */
  type: 'OEM' | 'Aftermarket' | 'Reman' | 'Used'
  /** How many of the part. */
  quantity: number
  /** The price of one part that the shop asks for, in dollars. */
  unitPriceRequested: number
  /** The maker’s list price of one part, in dollars, the most that is paid. Null: no cut. */
  msrp: number | null
  /** The price of one part that is paid, in dollars. */
  unitPriceApproved: number
  /** What is approved, before tax. */
  amount: number
  /** The sales tax, in dollars. */
  tax: number
}

export interface PartData {
  /** The id of a line that is kept. For a new line: any number, by which an adjustment in the same request can name it. */
  id?: number | undefined
  /** The component that the line is for. Default: the primary failure of the detail. */
  componentCode?: string | null | undefined
  /** The maker’s number of the part. */
  partNumber?: string | null | undefined
  /** What the part is, such as Water pump. */
  description?: string | null | undefined
  /** What kind of part it is: OEM, Aftermarket, Reman (remanufactured) or Used. */
  type?: 'OEM' | 'Aftermarket' | 'Reman' | 'Used' | undefined
  /** How many of the part. */
  quantity: number
  /** The price of one part that the shop asks for, in dollars. */
  unitPriceRequested: number
  /** The maker’s list price of one part, in dollars, the most that is paid. Null: no cut. */
  msrp?: number | null | undefined
  /** Set by an adjuster. Default: by the rules. */
  unitPriceApproved?: number | null | undefined
}

export interface PasswordChange {
  /** The present password. Not needed with an invitation. */
  current?: string | undefined
  /** The invitation, or the code of a password reset. */
  invitation?: string | undefined
  /** The new password: 12 to 256 characters, and not easily guessed. */
  new: string
}

export interface PasswordReset {
  /** What happened, in a sentence for people. */
  message: string
}

export interface PasswordResetData {
  /** The name with which the user signs in, usually an email address. */
  userName: string
}

export interface PayReceiveLedgers {
  /** The account holder: the dealer, agent, insurer, lien holder or other party that the amount is with. */
  accountHolder: Reference
  /** The rows that the account holder owes. */
  receive: readonly Ledger[]
  /** The rows that the administrator owes. */
  pay: readonly Ledger[]
  /** What is to be received, in dollars. */
  totalReceive: number
  /** What is to be paid, in dollars. */
  totalPay: number
  /** What the account holder owes. Negative if the administrator owes more. */
  net: number
  /** Whether it can be settled now. `reasons` says why not. */
  isEligible: boolean
  /** Why it cannot be settled: BelowMinimum, NettingNotAllowed or NoPaymentMethod. Empty if it can. */
  reasons: readonly ('BelowMinimum' | 'NettingNotAllowed' | 'NoPaymentMethod')[]
}

export interface PaymentCard {
  /** The card network, such as Visa. */
  brand: string
  /** The last four digits of the card number. */
  last4: string
  /** The token by which the card processor knows the card. */
  token: string
  /** The month in which the card expires, as the processor gives it. */
  expiry: string
}

export interface PaymentMethod {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** How the money moves: Check, ACH, Wire, CreditCard, Cash or Netting. */
  type: 'Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Cash' | 'Netting'
  /** Whether it is used when none is named. */
  isDefault: boolean
  /** The bank account. Null unless the type is ACH. */
  ach: PaymentMethodACH | null
  /** The card. Null unless the type is CreditCard. Only a token of the card processor is kept, never the number. */
  card: PaymentCard | null
  /** The name to write on the check. Null: the name of the account holder. */
  payeeName: string | null
  /** Where the check is mailed. Null: to the address of the account holder. */
  mailTo: Address | null
}

export interface PaymentMethodACH {
  /** The ABA routing number of the bank: nine digits, the last of which is a check digit. */
  routingNumber: string
  /** The last four characters of the account number. */
  accountLast4: string
  /** Whether it is a checking or a savings account. */
  accountType: string
  /** The name on the bank account. */
  holderName: string
  /** The class of ACH entry: CCD for a business account, PPD for a personal one. */
  secCode: string
  /** The name of the bank. Null: not known. */
  bankName: string | null
  /** Whether a test entry of zero dollars was sent to the bank: None, Sent, Confirmed or Failed. */
  prenoteStatus: 'None' | 'Sent' | 'Confirmed' | 'Failed'
  /** Whether the account can be used. A bank return that says it is closed or wrong makes it inactive. */
  isActive: boolean
  /** The first day for which the account was given. Kept for information. Null: not said. */
  effectiveFrom: string | null
}

export interface PaymentMethodACHData {
  /** Nine digits with a valid check digit. */
  routingNumber: string
  /** The number of the account. It is stored encrypted and never answered whole. Write only. 4 to 17 letters or digits. */
  accountNumber: string
  /** Whether it is a checking or a savings account. */
  accountType: 'Checking' | 'Savings'
  /** The name on the bank account. */
  holderName: string
  /** The class of ACH entry: CCD for a business account, PPD for a personal one. */
  secCode?: 'CCD' | 'PPD' | undefined
  /** The name of the bank. Null: not known. */
  bankName?: string | null | undefined
}

export interface PaymentMethodCreateData {
  /** How the money moves: Check, ACH, Wire, CreditCard, Cash or Netting. */
  type: 'Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Cash' | 'Netting'
  /** The bank account. Null unless the type is ACH. */
  ach?: PaymentMethodACHData | null | undefined
  /** The card. Null unless the type is CreditCard. Only a token of the card processor is kept, never the number. */
  card?: PaymentCard | null | undefined
  /** The name to write on the check. Null: the name of the account holder. */
  payeeName?: string | null | undefined
  /** Where the check is mailed. Null: to the address of the account holder. */
  mailTo?: AddressData | null | undefined
}

export interface PaymentMethodCreated {
  /** The id of the payment method. */
  paymentMethodId: number
  /** How the money moves: Check, ACH, Wire, CreditCard, Cash or Netting. */
  type: 'Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Cash' | 'Netting'
  /** The last four characters of the account number. Null: it has none. */
  accountLast4: string | null
}

export interface PaymentMethodData {
  /** The id of an existing payment method to keep or change. Without it, a new one is added. */
  id?: number | undefined
  /** How the money moves: Check, ACH, Wire, CreditCard, Cash or Netting. */
  type: 'Check' | 'ACH' | 'Wire' | 'CreditCard' | 'Cash' | 'Netting'
  /** Whether it is used when none is named. */
  isDefault?: boolean | undefined
  /** The bank account. Null unless the type is ACH. */
  ach?: AccountHolderACH | null | undefined
  /** The card. Null unless the type is CreditCard. Only a token of the card processor is kept, never the number. */
  card?: PaymentCard | null | undefined
  /** The name to write on the check. Null: the name of the account holder. */
  payeeName?: string | null | undefined
  /** Where the check is mailed. Null: to the address of the account holder. */
  mailTo?: AddressData | null | undefined
}

export interface Permission {
  /** The permission, an area and a right. */
  permission: string
  /** What it is about. */
  area: string
  /** What it allows there. */
  right: string
  /** The names of the roles that have it. */
  roles: readonly string[]
}

export interface Person {
  /** The given name of the person. */
  firstName: string | null
  /** The middle name or initial. Null if there is none. */
  middleName: string | null
  /** The family name of the person. */
  lastName: string | null
  /** What follows the name, such as Jr. or III. */
  suffix: string | null
  /** The name of the business, if the party is a business and not a person. */
  companyName: string | null
  /** The date of birth. It is stored encrypted and answered masked. */
  birthDate: string | null
  /** The email address. Letters and statements are sent to it. */
  email: string | null
  /** The telephone number, as it was entered. */
  phone: string | null
  /** The mobile telephone number, as it was entered. */
  mobile: string | null
  /** The street address of the party. */
  address: Address | null
  /** The last four digits of the Social Security or tax number. Nothing more of it is kept here. */
  taxIdLast4: string | null
  /** The language the person prefers, as a code such as en or es. */
  preferredLanguage: string | null
}

export interface PersonData {
  /** The given name of the person. */
  firstName?: string | null | undefined
  /** The middle name or initial. Null if there is none. */
  middleName?: string | null | undefined
  /** The family name of the person. */
  lastName?: string | null | undefined
  /** What follows the name, such as Jr. or III. */
  suffix?: string | null | undefined
  /** The name of the business, if the party is a business and not a person. */
  companyName?: string | null | undefined
  /** The date of birth. It is stored encrypted and answered masked; the mask, sent back, keeps the date. */
  birthDate?: string | null | undefined
  /** The email address. Letters and statements are sent to it. */
  email?: string | null | undefined
  /** The telephone number, as it was entered. */
  phone?: string | null | undefined
  /** The mobile telephone number, as it was entered. */
  mobile?: string | null | undefined
  /** The street address of the party. */
  address?: AddressData | null | undefined
  /** The last four digits of the Social Security or tax number. Nothing more of it is kept here. */
  taxIdLast4?: string | null | undefined
  /** The language the person prefers, as a code such as en or es. */
  preferredLanguage?: string | null | undefined
}

export interface PlainPaymentMethodData {
  /** How the money moves: Check, Wire, Cash or Netting. */
  type: 'Check' | 'Wire' | 'Cash' | 'Netting'
  /** The name to write on the check. Null: the name of the account holder. */
  payeeName?: string | null | undefined
  /** Where the check is mailed. Null: to the address of the account holder. */
  mailTo?: AddressData | null | undefined
}

export interface Plan {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the plan, such as PLATINUM. */
  code: string
  /** The name of the plan, such as Platinum. */
  name: string
  /** The id of the program. */
  programId: number
  /** The id of the product. */
  productId: number
  /** Stated: what is named is covered. Exclusionary: all but what is named. Service: maintenance visits. Waiver: a debt is waived, as with GAP. */
  coverageType: 'Stated' | 'Exclusionary' | 'Service' | 'Waiver'
  /** The groups of components that the plan covers, such as Engine. Empty: the product has none. */
  coverageGroups: readonly string[]
  /** Days after the effective date before a loss is covered. */
  waitingDays: number
  /** Miles after the effective odometer before a loss is covered. */
  waitingMiles: number
  /** The position of the plan in a menu. */
  displayOrder: number
  /** The terms in which the plan is sold. */
  terms: readonly TermPlan[]
  /** The deductibles with which it is sold. */
  deductibles: readonly Deductible[]
  /** The rates of the plan: one for each term and deductible that can be sold. */
  rates: readonly ContractRate[]
}

export interface PlanResponse {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the plan, such as PLATINUM. */
  code: string
  /** The name of the plan, such as Platinum. */
  name: string
  /** The id of the program. */
  programId: number
  /** The id of the product. */
  productId: number
  /** Stated: what is named is covered. Exclusionary: all but what is named. Service: maintenance visits. Waiver: a debt is waived, as with GAP. */
  coverageType: 'Stated' | 'Exclusionary' | 'Service' | 'Waiver'
  /** The groups of components that the plan covers, such as Engine. Empty: the product has none. */
  coverageGroups: readonly string[]
  /** Days after the effective date before a loss is covered. */
  waitingDays: number
  /** Miles after the effective odometer before a loss is covered. */
  waitingMiles: number
  /** The position of the plan in a menu. */
  displayOrder: number
  /** The terms in which the plan is sold. */
  terms: readonly TermPlan[]
  /** The deductibles with which it is sold. */
  deductibles: readonly Deductible[]
}

export interface PortalVisibilityGroup {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the group, such as PVG-TX. Unique; upper and lower case count as the same. */
  code: string
  /** The name of the group. */
  name: string
  /** What the group is for. Null: not said. */
  description: string | null
  /** An inactive group gives access to no dealers. */
  isActive: boolean
  /** The products that the group is for. Kept for information. Empty: all. */
  productIds: readonly number[]
  /** The number of dealers in the group that the caller can see. */
  dealerCount: number
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

/** Name the group by `id`, or by `code` without an `id`. With both, `code` is the new code. */
export interface PortalVisibilityGroupAddEditRequest {
  /** The id of the group to change. Without it, `code` names the group. */
  id?: number | undefined
  /** The code of the group, such as PVG-TX. Unique; upper and lower case count as the same. */
  code?: string | undefined
  /** The name of the group. */
  name?: string | undefined
  /** What the group is for. Null: not said. */
  description?: string | null | undefined
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive?: boolean | undefined
  /** The products that the group is for. Kept for information. Empty: all. */
  productIds?: readonly number[] | null | undefined
  /** The dealers to put in the group. One that is in it already is no error. */
  dealerIdsToAdd?: readonly number[] | undefined
  /** The dealers to take out of the group. One that is not in it is no error. */
  dealerIdsToRemove?: readonly number[] | undefined
}

export interface PortalVisibilityGroupCreateData {
  /** The code of the group, such as PVG-TX. Unique; upper and lower case count as the same. Unique; upper and lower case count as the same. */
  code: string
  /** The name of the group. */
  name: string
  /** What the group is for. Null: not said. */
  description?: string | null | undefined
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive?: boolean | undefined
  /** The products that the group is for. Kept for information. Empty: all. */
  productIds?: readonly number[] | undefined
  /** The dealers to put in the group. One that is in it already is no error. */
  dealerIdsToAdd?: readonly number[] | undefined
}

export interface PortalVisibilityGroupDealerSearchResult {
  /** The id of the dealer. */
  dealerId: number
  /** The number of the dealer. */
  number: string
  /** The name of the dealer. */
  name: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
}

export interface Preferences {
  /** Light or Dark, or System to follow the device. */
  theme: 'System' | 'Light' | 'Dark'
  /** How much room the rows of lists take: Comfortable or Compact. */
  density: 'Comfortable' | 'Compact'
  /** The language of the portal: en for English, es for Spanish. */
  language: 'en' | 'es'
  /** Whether single keys call up screens and actions. */
  keyboardShortcuts: boolean
  /** What is set for each list of the portal. A list that is not here has nothing of its own. */
  lists: readonly ListPreferences[]
}

export interface PreferencesData {
  /** Light or Dark, or System to follow the device. */
  theme?: 'System' | 'Light' | 'Dark' | undefined
  /** How much room the rows of lists take: Comfortable or Compact. */
  density?: 'Comfortable' | 'Compact' | undefined
  /** The language of the portal: en for English, es for Spanish. */
  language?: 'en' | 'es' | undefined
  /** Whether single keys call up screens and actions. */
  keyboardShortcuts?: boolean | undefined
  /** What is set for each list of the portal. A list that is not here has nothing of its own. */
  lists?: readonly ListPreferencesData[] | undefined
}

export interface PresignedLink {
  /** Where to send or get the content. Whoever has the link can use it until it expires. */
  url: string
  /** The HTTP method to use with the link. */
  method: HttpMethod
  /** The headers to send with the request. */
  headers: Record<string, string>
  /** When the link stops working, in real time. */
  expiresAt: string
}

/** How prices change. */
export interface PriceMove {
  /** Rates that rise. */
  up: number
  /** Rates that fall. */
  down: number
  /** Rates that stay. */
  same: number
  /** The smallest change, in dollars. Negative: it falls. */
  min: number
  /** The change in the middle, in dollars: as many rates change by less as by more. */
  median: number
  /** The largest change, in dollars. */
  max: number
  /** The smallest change, in percent. */
  minPercent: number
  /** The change in the middle, in percent. */
  medianPercent: number
  /** The largest change, in percent. */
  maxPercent: number
  /** How many rates change by how much. The band from 0 to 0 has those that stay. */
  distribution: readonly PriceMoveBand[]
}

export interface PriceMoveBand {
  /** In percent. Null: everything below `to`. */
  from: number | null
  /** In percent. Null: everything above `from`. */
  to: number | null
  /** How many rates change by that much. */
  count: number
}

/** A failure (RFC 9457). Some codes add more members. */
export interface Problem {
  /** The address of the page that explains the code, such as /problems/NotFound. */
  type: string
  /** What the code means, in a few words. The same for every problem with this code. */
  title: string
  /** The HTTP status of the answer, repeated. */
  status: number
  /** What was wrong with this request, and what would be right. Written for people, so do not parse it. */
  detail: string
  /** The path of the request that failed. */
  instance: string
  /** The name of the failure. Programs decide by this code. */
  code: 'ValidationFailed' | 'CriteriaInvalid' | 'MissingParameters' | 'MalformedJson' | 'InvalidBase64' | 'CursorInvalid' | 'Unauthenticated' | 'TotpRequired' | 'Forbidden' | 'CsrfMissing' | 'MoreThanOwn' | 'OwnRights' | 'EnrollmentRequired' | 'NotFound' | 'NoPlansFound' | 'RouteNotFound' | 'MethodNotAllowed' | 'NotAcceptable' | 'InvalidTransition' | 'NotEditable' | 'DuplicateNumber' | 'GroupNotEmpty' | 'FieldExists' | 'FieldRequired' | 'OverlappingRange' | 'RateBookMoved' | 'RateBookUnchanged' | 'RateBookInvalid' | 'CancelRulesMoved' | 'CancelRulesUnchanged' | 'CancelRulesInvalid' | 'LedgerNotEditable' | 'PeriodNotOver' | 'EarlierPeriodOpen' | 'LaterPeriodClosed' | 'RequestInProgress' | 'PreconditionFailed' | 'RequestTimeout' | 'PayloadTooLarge' | 'UnsupportedMediaType' | 'ExpectationFailed' | 'UnknownReference' | 'AccountInactive' | 'DateRangeInvalid' | 'AccountHolderKindInvalid' | 'CalculationInvalid' | 'HierarchyCycle' | 'VinInvalid' | 'VinNotDecoded' | 'IdempotencyKeyReused' | 'SettingInvalid' | 'FieldInvalid' | 'PasswordTooWeak' | 'PasswordWrong' | 'TotpInvalid' | 'RateInvalid' | 'RateInputMismatch' | 'RateChanged' | 'Ineligible' | 'RetailOutOfRange' | 'DuplicateContract' | 'NotVoidable' | 'NoMailAddress' | 'OpenHold' | 'NothingToRefinalize' | 'NotCancellable' | 'MissingDocuments' | 'NotFunded' | 'FinalizeDateOutOfRange' | 'HoldExists' | 'HoldDateOutOfRange' | 'ResolveDateOutOfRange' | 'AlreadyResolved' | 'NotTransferable' | 'TransferWindowPassed' | 'AlreadyTransferred' | 'TransferFeeTooHigh' | 'OdometerBelowLastKnown' | 'CobuyerExists' | 'NotEligible' | 'InProcessCash' | 'AsOfDateOutOfRange' | 'OpenCancelRequest' | 'CancelDateOutOfRange' | 'NoticeDateOutOfRange' | 'CancelDateTooOld' | 'OdometerRequired' | 'RequesterNotAllowed' | 'ReasonNotAllowed' | 'PayeeNotAllowed' | 'OverrideOutOfRange' | 'OverrideDoesNotSum' | 'LinesDoNotSum' | 'PaymentsDoNotSum' | 'QuoteExpired' | 'NeedsInfo' | 'AmountsChanged' | 'AlreadyExecuted' | 'ExecutionDateOutOfRange' | 'AlreadyReversed' | 'NotLastCancel' | 'RefundAlreadyPaid' | 'LedgerInOtherBatch' | 'ReinstateDateOutOfRange' | 'GapDaysOutOfRange' | 'NotConfirmable' | 'AlreadyConfirmed' | 'AmountMismatch' | 'ClearedBeforeCash' | 'LedgerNotOpen' | 'OverApplied' | 'LedgerOfOther' | 'DateInFuture' | 'DuplicateCheckNumber' | 'DirectionMismatch' | 'NothingSelected' | 'PaymentMethodNotUsable' | 'AlreadyProcessed' | 'AmountChanged' | 'DifferenceTooLarge' | 'RoutingNumberInvalid' | 'AccountNumberInvalid' | 'InUse' | 'AlreadyInAchFile' | 'NotAch' | 'NothingToSend' | 'EffectiveDateInvalid' | 'DuplicateReturnFile' | 'AchFileInvalid' | 'DuplicateBankFile' | 'BankFileInvalid' | 'NotCheck' | 'PeriodNotReady' | 'RunAlreadyActive' | 'RunFinished' | 'RunOfService' | 'CountersNotMonotone' | 'CountersInconsistent' | 'ExecuteRequired' | 'ParametersInvalid' | 'LossInFuture' | 'FourEyes' | 'ClaimClosed' | 'CompanyInactive' | 'AlreadyTaken' | 'DuplicateReference' | 'RejectReasonRequired' | 'DetailDecided' | 'PaymentRequested' | 'PaidDetails' | 'ClaimNotSettled' | 'NoHold' | 'InspectionOpen' | 'NothingAuthorized' | 'DuplicateInvoice' | 'AlreadyPaid' | 'InvalidCombination' | 'SettlementMismatch' | 'NotInForce' | 'NotCovered' | 'NothingPayable' | 'CauseExcluded' | 'InspectionRequired' | 'ChecklistOpen' | 'NoServicesLeft' | 'OutsideWindow' | 'AuthorizationExpired' | 'PayeeBlocked' | 'TaxIdMissing' | 'InvoiceAboveAuthorized' | 'AmountAboveInvoice' | 'OverAuthorized' | 'UrlNotAllowed' | 'TooManyWebhooks' | 'WebhookInactive' | 'Locked' | 'PreconditionRequired' | 'TooManyRequests' | 'QuoteNotReproduced' | 'InternalError' | 'NotReady' | 'InsufficientStorage'
  /** The id of the request. Give it to support; the logs and the audit have it too. */
  requestId: string
  /** Every fault that was found in the request, so that all can be mended at once. */
  errors?: readonly ProblemFault[] | undefined
  [member: string]: unknown
}

/** One fault of a request. */
export interface ProblemFault {
  /** Where the fault is: a JSON pointer into the body, or ?name for a query parameter. */
  pointer: string
  /** The kind of fault: Required, Unknown, Type, Format, Range, Enum, Length or Precision, or the code of a business rule. */
  code: string
  /** What is wrong with the value, and what would be right. */
  message: string
  /** The names that are allowed in place of an unknown one. */
  known?: readonly string[] | undefined
}

export interface ProcessInProcessCashTransactionRequest {
  /** The net amount of the batch, without a sign. */
  amountConfirmed: number
  /** The day on which the money moved. Today by default. */
  effectiveDate?: string | undefined
  /** The number of the check, if it is paid by check. */
  checkNumber?: string | null | undefined
  /** A reference for finding it again, such as a wire or deposit number. */
  reference?: string | null | undefined
  /** What came, when it is not what was due. Receipts only. */
  amountReceived?: number | undefined
  /** Pays all rows and books a small difference as over or short. */
  writeOffDifference?: boolean | undefined
  /** Sends the payment by ACH, whatever the method of the batch. */
  ach?: boolean | undefined
}

export interface Product {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the product, such as VSC1. */
  code: string
  /** The name of the product, such as Vehicle service contract. */
  name: string
  /** The type of product: VSC, GAP, PPM (prepaid maintenance), TW (tire and wheel), KEY, APL (appliance) and others. */
  productTypeCode: string
  /** The types of items that the product covers, such as AUTO and TRUCK. */
  assetTypeCodes: readonly string[]
  /** The administrator’s company. */
  adminCompanyId: number
  /** Whether it is sold today. */
  isActive: boolean
  /** The first sale date of the product. */
  effectiveFrom: string
  /** The last day. Null: no end. */
  effectiveTo: string | null
  /** Whether the product is sold only with a loan or lease, as GAP is. */
  requiresLien: boolean
  /** How claims on it are handled. Null: the general setting or the usual rule applies. */
  claimSettings: ClaimSetting
  /** The custom fields of its contracts. */
  customFields: readonly CustomField[]
  /** The programs of the product that have rates. */
  programs: readonly Program[]
}

export interface ProductResponse {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the product, such as VSC1. */
  code: string
  /** The name of the product, such as Vehicle service contract. */
  name: string
  /** The type of product: VSC, GAP, PPM (prepaid maintenance), TW (tire and wheel), KEY, APL (appliance) and others. */
  productTypeCode: string
  /** The types of items that the product covers, such as AUTO and TRUCK. */
  assetTypeCodes: readonly string[]
  /** The administrator’s company. */
  adminCompanyId: number
  /** Whether it is sold today. */
  isActive: boolean
  /** The first sale date of the product. */
  effectiveFrom: string
  /** The last day. Null: no end. */
  effectiveTo: string | null
  /** Whether the product is sold only with a loan or lease, as GAP is. */
  requiresLien: boolean
  /** How claims on it are handled. Null: the general setting or the usual rule applies. */
  claimSettings: ClaimSetting
  /** The custom fields of its contracts. */
  customFields: readonly CustomField[]
}

export interface Program {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the program, such as VSC-STD. */
  code: string
  /** The name of the program. */
  name: string
  /** The id of the product. */
  productId: number
  /** The insurer that backs it. Null: none. */
  insurerId: number | null
  /** Who owes the customer the coverage: the administrator (Admin), the Dealer or the Insurer. */
  obligor: 'Admin' | 'Dealer' | 'Insurer'
  /** The number of the contract form, such as VSC-100. */
  formNumber: string
  /** The states in which the program is sold, as two-letter codes. */
  states: readonly string[]
  /** The first sale date of the program. */
  effectiveFrom: string
  /** The last day. Null: no end. */
  effectiveTo: string | null
  /** The version of the rate book that the program is in. */
  rateBookVersion: number
  /** How refunds are computed unless a state rule requires another method. */
  cancelMethodId: number | null
  /** Whether a contract can be transferred to a new owner of the vehicle. */
  transferable: boolean
  /** Active: sold today. Scheduled: sold later. Expired: no longer sold. */
  status: 'Active' | 'Scheduled' | 'Expired'
  /** The plans of the program or product. */
  plans: readonly Plan[]
}

export interface ProgramResponse {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the program, such as VSC-STD. */
  code: string
  /** The name of the program. */
  name: string
  /** The id of the product. */
  productId: number
  /** The insurer that backs it. Null: none. */
  insurerId: number | null
  /** Who owes the customer the coverage: the administrator (Admin), the Dealer or the Insurer. */
  obligor: 'Admin' | 'Dealer' | 'Insurer'
  /** The number of the contract form, such as VSC-100. */
  formNumber: string
  /** The states in which the program is sold, as two-letter codes. */
  states: readonly string[]
  /** The first sale date of the program. */
  effectiveFrom: string
  /** The last day. Null: no end. */
  effectiveTo: string | null
  /** The version of the rate book that the program is in. */
  rateBookVersion: number
  /** How refunds are computed unless a state rule requires another method. */
  cancelMethodId: number | null
  /** Whether a contract can be transferred to a new owner of the vehicle. */
  transferable: boolean
  /** Active: sold today. Scheduled: sold later. Expired: no longer sold. */
  status: 'Active' | 'Scheduled' | 'Expired'
}

export interface Queue {
  /** Which queue it is. */
  name: 'pendingContracts' | 'heldContracts' | 'cancelsDue' | 'overdueRefunds' | 'claimsThisWeek' | 'claimsThisMonth' | 'claimsOlder' | 'claimApprovals' | 'unappliedCash' | 'failedRuns' | 'failingWebhooks'
  /** How many records wait, at most 10,000. */
  count: number
  /** Whether the count is exact. False: there are more. */
  isExact: boolean
  /** The list that shows them. */
  path: string
  /** The parameters of the list, by name. */
  query: Record<string, string>
}

export interface QueuedCancelRequest {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the cancel request, such as CXR-000088. */
  number: string
  /** Requested, NeedsInfo, Approved, Executed, Denied or Withdrawn. */
  status: 'Requested' | 'NeedsInfo' | 'Approved' | 'Executed' | 'Denied' | 'Withdrawn'
  /** The id of the contract. */
  contractId: number
  /** The number of the contract. Null: it has none yet. */
  contractNumber: string | null
  /** The name of the customer of the contract. */
  customerName: string | null
  /** The number of the dealer, such as D1001. */
  dealerNumber: string
  /** The name of the dealer that sold the contract. */
  dealerName: string
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The code of the cancel reason, such as CUSTREQ. */
  reasonCode: string
  /** The name of the cancel reason. */
  reasonName: string
  /** The party that asks for the cancellation. */
  requestedBy: 'Customer' | 'Dealer' | 'LienHolder' | 'Administrator' | 'Insurer'
  /** When the cancellation was requested. */
  requestedAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** The day on which notice of the cancellation arrived. Free look and refund deadline count from it. */
  noticeReceivedDate: string
  /** The day as of which the contract is cancelled. The refund is computed for this day. */
  cancelDate: string
  /** As last calculated. Null while a required input is missing. */
  totalRefund: number | null
  /** The day by which the law wants the refund. */
  refundDueDate: string
  /** Days until the refund is due. Negative when it is late. Null once the desk is done with it. */
  daysLeft: number | null
  /** E.g. `cancelOdometer`, `document:CancelForm`. */
  missing: readonly string[]
  /** The penalty so far, if the refund is late. */
  latePenalty: number
  /** What `nextPenaltyDate` adds to the penalty if the refund is still unpaid. */
  nextPenalty: number | null
  /** The next day on which the penalty grows. Null if it does not. */
  nextPenaltyDate: string | null
  /** What it costs to pay tomorrow instead of today. */
  costOfWaiting: number
  /** The id of the cancel. Null: none. */
  cancelId: number | null
}

export interface Queues {
  /** The queues of the caller. */
  items: readonly Queue[]
}

export interface RateBookChange {
  /** Whether it comes, goes or changes. */
  kind: 'New' | 'Changed' | 'Removed'
  /** The part of the book. */
  area: 'Plan' | 'Term' | 'Deductible' | 'Rate' | 'Factor' | 'Surcharge' | 'Disbursement' | 'RetailRule' | 'Relation' | 'Class' | 'Program' | 'Product' | 'Visibility' | 'Tax' | 'Vehicle' | 'Coverage' | 'Field' | 'Form' | 'Other'
  /** The code of the program. Null: it is not part of a program. */
  program: string | null
  /** What changes, as people name it. */
  item: string
  /** The fact of it that changes. Null: all of it comes or goes. */
  fact: string | null
  /** What the book in force says. Null: there was none. */
  before: string | null
  /** What the new book says. Null: there is none. */
  after: string | null
  /** The change in one line. */
  text: string
}

export interface RateBookChangeCounts {
  /** What the book adds. */
  new: number
  /** Facts and figures that the book changes. */
  changed: number
  /** What the book no longer has. */
  removed: number
}

export interface RateBookCheck {
  /** Whether the book could be applied. If not, `faults` says why. */
  isValid: boolean
  /** The name of the book. Null while it has faults. */
  name: string | null
  /** How much there is in the book. Null while it has faults. */
  counts: RateBookCounts | null
  /** Every fault in the files, by file and line. */
  faults: readonly FileFault[]
  /** The version in force. Null: there is none. */
  liveVersion: number | null
}

export interface RateBookComparison {
  /** Whether the book could be applied. If not, `faults` says why. */
  isValid: boolean
  /** Every fault in the files, by file and line. */
  faults: readonly FileFault[]
  /** The version in force. Null: there is none. */
  liveVersion: number | null
  /** The name of the book in force. */
  liveName: string | null
  /** The name of the book. Null while it has faults. */
  name: string | null
  /** Whether the book changes nothing. */
  isSame: boolean
  /** How many changes there are of each kind. */
  counts: RateBookChangeCounts
  /** What changes, at most 2,000. */
  changes: readonly RateBookChange[]
  /** How many changes there are. */
  changeCount: number
  /** The tables in which a figure changes, old beside new. */
  grids: readonly RateBookGrid[]
  /** Agreements with dealers, groups and agents that the book affects, in words. */
  overridden: readonly string[]
}

/** How much there is in a book. */
export interface RateBookCounts {
  /** How many products the book has. */
  products: number
  /** How many programs the book has. */
  programs: number
  /** How many plans its programs have together. */
  plans: number
  /** How many rows of rates its programs have together. */
  rates: number
  /** How many rows its list of vehicles has. */
  vehicles: number
}

export interface RateBookCreateData {
  /** All files of the book. Hidden files are skipped. */
  files: readonly RateBookFile[]
  /** The version in force that the book was compared with; 0 if there is none. */
  expectedVersion: number
  /** Why the book is applied. It is kept in the audit. */
  note?: string | undefined
}

export interface RateBookFile {
  /** The path in the folder of the book, with slashes. */
  name: string
  /** The text of the file; of a form (`forms/….pdf`) the bytes in base64. */
  content: string
}

export interface RateBookFiles {
  /** All files of the book. Hidden files are skipped. */
  files: readonly RateBookFile[]
}

export interface RateBookGrid {
  /** A factor table, or a column of the rates. */
  kind: 'Factor' | 'Rate'
  /** What the figures are. Money is in dollars. */
  unit: 'Factor' | 'Money' | 'Percent'
  /** The code of the program. */
  program: string
  /** The code of the factor table, or the column of the rates. */
  code: string
  /** The name of the table. */
  name: string
  /** What the rows stand for. */
  rowTitle: string
  /** What the columns stand for. Empty if there is one column. */
  columnTitle: string
  /** The names of the rows. */
  rows: readonly string[]
  /** The names of the columns. */
  columns: readonly string[]
  /** All cells of a factor table; of the rates, those of rows with a change. */
  cells: readonly RateBookGridCell[]
  /** Whether there are more cells than are shown. */
  isCut: boolean
}

export interface RateBookGridCell {
  /** The place in `rows`, from 0. */
  row: number
  /** The place in `columns`, from 0. */
  column: number
  /** The figure of the book in force. Null: the cell is new. */
  before: number | null
  /** The figure of the new book. Null: the cell is gone. */
  after: number | null
  /** How much it changes, in percent. Null if that cannot be said. */
  changePercent: number | null
}

export interface RateBookRehearsal {
  /** Whether the book could be applied. If not, `faults` says why. */
  isValid: boolean
  /** Every fault in the files, by file and line. */
  faults: readonly FileFault[]
  /** The version in force. Null: there is none. */
  liveVersion: number | null
  /** How many recorded quotes were rated with both books. */
  quotes: number
  /** When the first of them was asked. Null: there is none. */
  from: string | null
  /** When the last of them was asked. Null: there is none. */
  to: string | null
  /** Quotes whose every price stays. */
  unchanged: number
  /** Each plan that one of the books offers, and how its prices change. */
  plans: readonly RehearsedPlan[]
  /** Quotes that get an offer with the book in force, and would get none. */
  lost: RehearsedOffers
  /** Quotes that get no offer with the book in force, and would get one. */
  gained: RehearsedOffers
}

export interface RateBookRehearsalData {
  /** All files of the book. Hidden files are skipped. */
  files: readonly RateBookFile[]
  /** How many of the last recorded quotes to rate. */
  quotes?: number | undefined
  /** Rates all quotes as if they were sold on this day. If absent, each on its own day. */
  saleDate?: string | undefined
}

export interface RateBookVersion {
  /** Counts the books that were applied. */
  version: number
  /** The name in book.yaml. */
  name: string
  /** When the book was put in force, in UTC. */
  appliedAt: string
  /** Who applied it. */
  appliedBy: string
  /** Whether quotes use it. */
  isLive: boolean
  /** A SHA-256 of its content. */
  checksum: string
}

export interface RateBookVersionDetails {
  /** Counts the books that were applied. */
  version: number
  /** The name in book.yaml. */
  name: string
  /** When the book was put in force, in UTC. */
  appliedAt: string
  /** Who applied it. */
  appliedBy: string
  /** Whether quotes use it. */
  isLive: boolean
  /** A SHA-256 of its content. */
  checksum: string
  /** How much there is in the book. */
  counts: RateBookCounts
  /** The version that was in force before. Null: it was the first book. */
  previousVersion: number | null
  /** What changes, at most 2,000. */
  changes: readonly RateBookChange[]
  /** How many changes there are. */
  changeCount: number
  /** The tables in which a figure changes, old beside new. */
  grids: readonly RateBookGrid[]
}

export interface RateDisbursementAccepted {
  /** GET /Rates/Disbursements/AuditLog/{auditLogId} answers the result of the change. */
  auditLogId: number
}

export interface RateDisbursementData {
  /** The program whose line is agreed on. */
  programId: number
  /** The code of a line of the program. */
  disbursementCode: string
  /** How the amount of the line is found from now on. */
  calculation: CalculationData
  /** The first sale date that it applies to. */
  effectiveFrom: string
  /** The last sale date that it applies to. Null: no end. */
  effectiveTo?: string | null | undefined
  /** Only for this plan. Null: all plans. */
  planId?: number | null | undefined
  /** Only for this term. Null: all terms. */
  termId?: number | null | undefined
  /** Only for this deductible. Null: all deductibles. */
  deductibleId?: number | null | undefined
  /** Only for vehicles of this class. Null: all classes. */
  classCode?: string | null | undefined
}

export interface RateDisbursementPatchData {
  /** How the amount of the line is found from now on. */
  calculation: CalculationData
  /** The first sale date that it applies to. */
  effectiveFrom: string
  /** The last sale date that it applies to. Null: no end. */
  effectiveTo?: string | null | undefined
  /** The reason for the change, for the audit log. */
  reason?: string | null | undefined
}

export interface RateDisbursementResponse {
  /** The line of dealer cost, with its figures and rules. */
  disbursement: {
    /** The id of the record, a whole number that never changes. */
    id: number
    /** The code of the line, such as RESERVE, ADMIN, AGENT or MARKUP. */
    code: string
    /** The name of the line in this program, such as Claims reserve. */
    label: string
    /** The group of the line, such as Reserves or Commissions. Null: none. */
    groupCode: string | null
    /** The amount of a fixed line. Null: it is computed with the rate. */
    amount: number | null
    /** How the amount is found: Flat, RateRow (from the rate table), FactorTable (base times factors), PercentOf another figure, or Remainder. */
    calculationType: 'Flat' | 'RateRow' | 'FactorTable' | 'PercentOf' | 'Remainder'
    /** The percentage, for a line that is a percentage of another figure. Null otherwise. */
    percent: number | null
    /** What the percentage is of: DealerCost, Retail or Markup, or the codes of lines. Null unless it is a percentage. */
    percentBase: string | readonly string[] | null
    /** The factor table of the calculation. Null: none. */
    factorTableId: number | null
    /** Who the line is paid to. */
    toAccount: ToAccount
    /** Whether the line is part of what the dealer pays. */
    includedInDealerCost: boolean
    /** How the line is earned over the term, such as PRORATA_DAYS, RULE78 or IMMEDIATE. */
    earningMethodCode: string
    /** The earning curve, for the method CURVE. Null otherwise. */
    earningFactorTableId: number | null
    /** What the line gives back on a cancel: Proportional, OwnMethod, NonRefundable or FlatOnlyInFreeLook. */
    cancelRule: string
    /** The cancel method of the line itself, for the rule OwnMethod. Null otherwise. */
    cancelMethodId: number | null
    /** When the line is paid out: OnFinalize, or WhenFunded, after the dealer has paid for the contract. If the rate book does not say it, as the setting `payWhen` says; a contract keeps what was so on the day of its sale. */
    payWhen: string
    /** The position of the line in the calculation. */
    sequence: number
    /** The first sale date of the figures. */
    effectiveFrom: string
    /** The last sale date of the figures. Null: no end. */
    effectiveTo: string | null
  }
  /** The program whose line it is. */
  programId: number
  /** Only for this plan. Null: all plans. */
  planId: number | null
  /** Only for this term. Null: all terms. */
  termId: number | null
  /** Only for this deductible. Null: all deductibles. */
  deductibleId: number | null
  /** Only for vehicles of this class. Null: all classes. */
  classCode: string | null
  /** The account holder of the agreement. Null: it applies to the whole program. */
  accountHolderId: number | null
  /** Whether it applies today, later, or no longer. */
  status: 'Active' | 'Scheduled' | 'Expired'
  /** The last change. Null: the figures of the rate book apply. */
  auditLogId: number | null
}

export interface RateField {
  /** The code of the custom field. Send its value in `customFieldValues`. */
  name: string
  /** The name of the field as people read it. */
  label: string
  /** The type of the value: Text, Number, Money, Date, Bool or List. */
  dataType: string
  /** Whether a contract cannot be Pending without it. */
  isRequired: boolean
  /** The value that is known already. Null: none. */
  value: string | null
  /** The values to choose from. Null unless it is a list. */
  options: readonly string[] | null
}

export interface RateJurisdiction {
  /** The state, as a two-letter code. */
  state: string
  /** The county. It matters where a county has a sales tax of its own. */
  county: string | null
  /** The city of the address. */
  city: string | null
}

export interface RateQuote {
  /** The id of the quote. GET /Rates/quotes/{quoteId} answers it again. */
  quoteId: string
  /** When the quote was made, in UTC. In a sandbox, by the sandbox clock. */
  quotedAt: string
  /** Until when the quoted rates are honored, in UTC. */
  validUntil: string
  /** The dealer that the quote was made for. */
  dealer: Reference
  /** The parameters of the request. */
  request: Record<string, unknown>
  /** The version of the rate book that the quote was made with. */
  bookVersion: number
  /** Rates: the quote offered something. NoPlansFound: it did not. */
  outcome: 'Rates' | 'NoPlansFound'
  /** The answer, computed again. For the outcome NoPlansFound it has no products, and the reasons. */
  result: RateResponse
}

export interface RateReason {
  /** The product that is not offered. Null: none is, because of the dealer. */
  productCode: string | null
  /** The program that is not offered. Null: the reason concerns the whole product. */
  programCode: string | null
  /** The plan that is not offered. Null: the reason concerns all plans. */
  planCode: string | null
  /** The rule that failed, such as SaleDateTooOld, StateNotCovered, Criteria or NoRateRow. */
  rule: string
  /** The parameter at fault, or for a criteria rule its variable, such as vehicle.odometer. */
  field: string | null
  /** The value that was sent or found. */
  seen: unknown
  /** What would have passed the rule, such as <= 100000. */
  needed: unknown
  /** Input: the deal can be changed to fit. Configuration: the administrator has not set it up or does not sell it there. */
  fault: 'Input' | 'Configuration'
  /** What happened, in a sentence for people. */
  message: string
}

export interface RateResponse {
  /** The id of the quote. GET /Rates/quotes/{quoteId} answers it again. */
  quoteId: string
  /** When the quote was made, in UTC. In a sandbox, by the sandbox clock. */
  quotedAt: string
  /** Until when the quoted rates are honored, in UTC. */
  validUntil: string
  /** The dealer that the quote was made for. */
  dealer: Reference
  /** The vehicle or other item that was rated, with what the VIN decoder knew. */
  vehicle: Vehicle
  /** Only products, programs, plans, terms and deductibles that have rates. */
  products: readonly Product[]
  /** What the dealer should know, but does not prevent a sale. */
  warnings: readonly RateWarning[]
  /** Why what is not offered is not. Only with `includeReasons`. */
  reasons?: readonly RateReason[] | undefined
}

export interface RateSalesTax {
  /** The place whose tax rules apply. */
  jurisdiction: RateJurisdiction
  /** The amount that is taxed, in dollars. */
  taxable: number
  /** The tax in all, in dollars. */
  totalTax: number
  /** The tax by type of tax. */
  details: readonly RateSalesTaxLine[]
}

export interface RateSalesTaxLine {
  /** The type of tax: State, County, City, District or Premium. */
  taxTypeCode: string
  /** The tax rule that applies. */
  ruleId: number
  /** The tax rate in percent, such as 6.25. */
  rate: number
  /** How the rule rounds the tax to the cent: HalfUp, Up or Down. */
  roundMode: 'HalfUp' | 'Up' | 'Down'
  /** The amount that this tax is on, in dollars. */
  taxable: number
  /** The tax in dollars, rounded to the cent. */
  tax: number
}

export interface RateWarning {
  /** The kind of warning, such as VinMismatch, VinCheckDigit or ProductSkipped. */
  code: string
  /** What happened, in a sentence for people. */
  message: string
  /** The product that the warning is about. Absent if it is about the vehicle. */
  productCode?: string | undefined
  /** The parameters that the product needs to be rated and that were not sent. `a|b` means one of them. */
  missing?: readonly string[] | undefined
}

export interface RecalculatedSalesTax {
  /** The sales tax as it is stored. */
  old: ContractSalesTaxDetail
  /** The sales tax by today’s rules. */
  new: ContractSalesTaxDetail
  /** The new tax minus the old tax. */
  difference: number
}

export interface RecoveryCodes {
  /** Ten codes. They are shown only this once, and each works once. */
  codes: readonly string[] | null
}

export interface RecoveryCodesData {
  /** The current password. */
  current: string
}

export interface Reference {
  /** The kind of record that is meant, such as Dealer, Contract or LienHolder. */
  type: string
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The business number of the record, such as D1001. Null if the record has none. */
  number: string | null
  /** The name of the record. Null if it has none, or if the caller may not see it. */
  name: string | null
}

export interface RefinalizeData {
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
}

export interface RehearsedOffers {
  /** How many quotes there are. */
  quotes: number
  /** Why, by the number of quotes. */
  reasons: readonly RehearsedReasonCount[]
  /** Some of these quotes, five at most. */
  samples: readonly RehearsedQuote[]
}

export interface RehearsedPlan {
  /** The code of the program. */
  programCode: string
  /** The code of the plan, such as PLATINUM. */
  planCode: string
  /** The name of the plan. */
  planName: string
  /** Quotes that offer the plan with one of the two books. */
  quotes: number
  /** Rates that both books offer, compared one by one. */
  rates: number
  /** Quotes that would no longer offer the plan. */
  lostQuotes: number
  /** Quotes that would offer the plan for the first time. */
  gainedQuotes: number
  /** How the dealer cost changes. Null if no rate could be compared. */
  dealerCost: PriceMove | null
  /** How the suggested retail price changes. Null if no rate could be compared. */
  suggestedPrice: PriceMove | null
}

export interface RehearsedQuote {
  /** GET /Rates/quotes/{quoteId} shows the quote. */
  quoteId: string
  /** When the quote was made, in UTC. In a sandbox, by the sandbox clock. */
  quotedAt: string
  /** The number of the dealer, such as D1001. */
  dealerNumber: string
  /** The sale date that it was rated with. */
  saleDate: string
  /** The vehicle of the quote. */
  vehicle: {
    /** The model year. Null: not known. */
    year: number | null
    /** The make, such as FORD. Null: not known. */
    make: string | null
    /** The model, such as F-150. Null: not known. */
    model: string | null
    /** The odometer reading. Null: not known. */
    odometer: number | null
  }
  /** Why the book makes no offer, at most ten reasons. */
  reasons: readonly RehearsedReason[]
}

export interface RehearsedReason {
  /** The code of the product. Null: the reason is about all products. */
  productCode: string | null
  /** The code of the program. Null: the reason is about the whole product. */
  programCode: string | null
  /** The code of the plan. Null: the reason is about the whole program. */
  planCode: string | null
  /** The rule that failed, such as SaleDateTooOld, StateNotCovered, Criteria or NoRateRow. */
  rule: string
  /** The parameter or fact that failed. Null: none in particular. */
  field: string | null
  /** The value that was sent or found. */
  seen: unknown
  /** What would have passed the rule, such as <= 100000. */
  needed: unknown
  /** What happened, in a sentence for people. */
  message: string
}

export interface RehearsedReasonCount {
  /** The rule that failed, such as SaleDateTooOld, StateNotCovered, Criteria or NoRateRow. */
  rule: string
  /** What happened, in a sentence for people. */
  message: string
  /** How many quotes it concerns. */
  quotes: number
}

export interface RejectInspectionReason {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the reason. Send it where a reason is asked for. */
  code: string
  /** The reason as people read it. */
  name: string
  /** Whether it can be used now. What is inactive stays on the records that already have it. */
  isActive: boolean
  /** The types of products that it is for. Empty: all types. */
  productTypeCodes: readonly string[]
}

export interface RelatedDealer {
  /** The id of the dealer. */
  dealerId: number
  /** The number of the dealer. */
  number: string | null
  /** Whether it is the dealer that sold the contract. */
  isSellingDealer: boolean
  /** Whether it is in the same group as the selling dealer. */
  isSameGroup: boolean
}

export interface RelatedRate {
  /** How they are tied: Requires, Excludes, DiscountWith or Includes. */
  relationType: string
  /** The product that it is tied to. */
  productId: number
  /** The plan that it is tied to. Null: every plan of the product. */
  planId: number | null
  /** The rate of that product in this quote. Null: none was quoted. */
  rateId: string | null
  /** What is taken off the price if both are sold, in dollars. Null: no discount. */
  discountAmount: number | null
}

export interface RepairFacility {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The kind of account holder. It never changes. */
  type: 'RepairFacility'
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName: string | null
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending'
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId: string | null
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification: string | null
  /** The street address of the party. */
  address: Address
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress: Address | null
  /** The main telephone number of the account holder. */
  phone: string | null
  /** The fax number, as it was entered. */
  fax: string | null
  /** The email address of the account holder. Statements are sent to it. */
  email: string | null
  /** The address of the account holder’s website. */
  website: string | null
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts: readonly Person[]
  /** The first day on which the account holder is open for business. */
  effectiveDate: string
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate: string | null
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive: boolean
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle: 'None' | 'Monthly' | 'Weekly'
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery: 'Email' | 'Mail' | 'Portal'
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** What kind of shop it is: a dealer’s service department, an independent shop, a chain, or a mobile mechanic. */
  facilityType: 'Dealer' | 'Independent' | 'Chain' | 'Mobile'
  /** The labor rates agreed with the shop. On a claim, the newest rate on the loss date is the most that is paid for an hour. */
  laborRates: readonly LaborRate[]
  /** Sales tax rates noted for the shop. Kept for information; claims are taxed by the tax rules of the shop’s address. */
  taxRates: readonly TaxRate[]
  /** The markup on parts that is agreed with the shop, in percent. Null: none agreed. */
  partsMarkupPercent: number | null
  /** The dealers that the shop belongs to or works for. A disappearing deductible is waived at the selling dealer’s shop. */
  dealerIds: readonly number[]
  /** The dealer groups whose dealers the shop works for. */
  dealerGroupIds: readonly number[]
  /** Whether customers should be sent to this shop first. */
  isPreferred: boolean
  /** Whether the shop may not be paid. Payment requests to it are refused. */
  isBlocked: boolean
  /** Whether the shop employs technicians certified by ASE. */
  aseCertified: boolean
  /** The values of the custom fields that the administrator has defined. Those that are not set are left out. */
  customFields: readonly AccountHolderCustomField[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface RepairFacilityCreateData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address: AddressData
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. Today if nothing is sent. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** What kind of shop it is: a dealer’s service department, an independent shop, a chain, or a mobile mechanic. */
  facilityType?: 'Dealer' | 'Independent' | 'Chain' | 'Mobile' | undefined
  /** The labor rates agreed with the shop. On a claim, the newest rate on the loss date is the most that is paid for an hour. */
  laborRates?: readonly LaborRateData[] | null | undefined
  /** Sales tax rates noted for the shop. Kept for information; claims are taxed by the tax rules of the shop’s address. */
  taxRates?: readonly TaxRateData[] | null | undefined
  /** The markup on parts that is agreed with the shop, in percent. Null: none agreed. */
  partsMarkupPercent?: number | null | undefined
  /** The dealers that the shop belongs to or works for. A disappearing deductible is waived at the selling dealer’s shop. */
  dealerIds?: readonly number[] | null | undefined
  /** The dealer groups whose dealers the shop works for. */
  dealerGroupIds?: readonly number[] | null | undefined
  /** Whether customers should be sent to this shop first. */
  isPreferred?: boolean | undefined
  /** Whether the shop may not be paid. Payment requests to it are refused. */
  isBlocked?: boolean | undefined
  /** Whether the shop employs technicians certified by ASE. */
  aseCertified?: boolean | undefined
}

export interface RepairFacilityEditData {
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number?: string | undefined
  /** The legal name of the account holder. Checks and statements carry it. */
  name?: string | undefined
  /** The name that the account holder does business under, if it differs from the legal name. */
  dbaName?: string | null | undefined
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status?: 'Active' | 'Inactive' | 'Suspended' | 'Expired' | 'Pending' | undefined
  /** The federal tax number. It is sent whole (nine digits, dashes ignored), stored encrypted, and answered as its last four digits. */
  taxId?: string | null | undefined
  /** How the account holder is taxed, as on its Form W-9, such as LLC or sole proprietor. */
  taxClassification?: string | null | undefined
  /** The street address of the party. */
  address?: AddressEditData | undefined
  /** Where mail goes, if it does not go to the street address. Null: to the street address. */
  mailingAddress?: AddressEditData | null | undefined
  /** The main telephone number of the account holder. */
  phone?: string | null | undefined
  /** The fax number, as it was entered. */
  fax?: string | null | undefined
  /** The email address of the account holder. Statements are sent to it. */
  email?: string | null | undefined
  /** The address of the account holder’s website. */
  website?: string | null | undefined
  /** The people to talk to. A list that is sent replaces the whole list. */
  contacts?: readonly PersonData[] | null | undefined
  /** The first day on which the account holder is open for business. */
  effectiveDate?: string | undefined
  /** The last day on which the account holder is open for business. Null: no end. */
  expirationDate?: string | null | undefined
  /** How the account holder pays and is paid. Account numbers are never answered. */
  paymentMethods?: readonly PaymentMethodData[] | null | undefined
  /** Whether the pay and receive run settles the open items of this account holder by itself. */
  autoPayReceive?: boolean | undefined
  /** How often a statement is made: Monthly, Weekly, or None for only when asked. */
  statementCycle?: 'None' | 'Monthly' | 'Weekly' | undefined
  /** How the account holder gets its statements: by email, by mail or in the portal. */
  statementDelivery?: 'Email' | 'Mail' | 'Portal' | undefined
  /** How other systems name this record: one entry for each system and key. */
  externalReferences?: readonly ExternalReferenceData[] | null | undefined
  /** Remarks of the staff about the record. Free text. */
  notes?: string | null | undefined
  /** What kind of shop it is: a dealer’s service department, an independent shop, a chain, or a mobile mechanic. */
  facilityType?: 'Dealer' | 'Independent' | 'Chain' | 'Mobile' | undefined
  /** The labor rates agreed with the shop. On a claim, the newest rate on the loss date is the most that is paid for an hour. */
  laborRates?: readonly LaborRateData[] | null | undefined
  /** Sales tax rates noted for the shop. Kept for information; claims are taxed by the tax rules of the shop’s address. */
  taxRates?: readonly TaxRateData[] | null | undefined
  /** The markup on parts that is agreed with the shop, in percent. Null: none agreed. */
  partsMarkupPercent?: number | null | undefined
  /** The dealers that the shop belongs to or works for. A disappearing deductible is waived at the selling dealer’s shop. */
  dealerIds?: readonly number[] | null | undefined
  /** The dealer groups whose dealers the shop works for. */
  dealerGroupIds?: readonly number[] | null | undefined
  /** Whether customers should be sent to this shop first. */
  isPreferred?: boolean | undefined
  /** Whether the shop may not be paid. Payment requests to it are refused. */
  isBlocked?: boolean | undefined
  /** Whether the shop employs technicians certified by ASE. */
  aseCertified?: boolean | undefined
}

export interface RepairFacilitySearchResult {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the account holder, such as D1001. Unique within its kind, at most 40 characters; upper and lower case count as the same. */
  number: string
  /** The legal name of the account holder. Checks and statements carry it. */
  name: string
  /** Active: open for business. Inactive, Suspended and Expired: no new rates, contracts or links; what exists stays. Pending: not open yet. */
  status: string
  /** The city of the address. */
  city: string | null
  /** The state of the address, as its two-letter postal code, such as TX. */
  state: string | null
  /** The main telephone number of the account holder. */
  phone: string | null
}

export interface Report {
  /** The name of the report. */
  name: string
  /** The first day of the period. Null: from the beginning. */
  fromDate: string | null
  /** The last day of the period. Null: without an end. */
  toDate: string | null
  /** The day that the figures were made on or for. */
  asOfDate: string
  /** What the cells of a row are, in order. */
  columns: readonly ReportColumn[]
  /** The rows of the report. */
  rows: readonly ReportRow[]
  /** In the order of `columns`. Of all rows, also if `isCut`. */
  totals: readonly ReportCell[]
  /** Whether there are more rows than are shown. */
  isCut: boolean
}

export interface ReportCell {
  /** Money in dollars, a ratio as a fraction of 1. Null: there is none. */
  value: string | number | null
  /** Where the rows behind the figure are. Null where no list shows the rows. */
  list: ReportList | null
}

export interface ReportColumn {
  /** The name of the column. */
  key: string
  /** What its values are. */
  kind: 'Text' | 'Month' | 'Count' | 'Money' | 'Ratio'
}

export interface ReportList {
  /** The list that shows the rows behind the figure. */
  path: string
  /** The parameters with which the list shows exactly these rows. */
  query: Record<string, string>
}

export interface ReportName {
  /** The name of the report. */
  name: string
  /** The path of the report. */
  path: string
  /** What the report needs. */
  permission: string
  /** The parameters that it takes. */
  parameters: readonly string[]
}

export interface ReportNames {
  /** The reports, in the order in which people read them. */
  items: readonly ReportName[]
}

export interface ReportRow {
  /** Stands for the row. It is the same in every answer. */
  key: string
  /** In the order of `columns`. */
  cells: readonly ReportCell[]
}

export interface RerateRequest {
  /** The plan to change to. The present one if nothing is sent. */
  planId?: number | undefined
  /** The term to change to. The present one if nothing is sent. */
  termId?: number | undefined
  /** The deductible to change to. The present one if nothing is sent. */
  deductibleId?: number | undefined
  /** The options to include, by their codes, such as SEALS. */
  surchargeCodes?: readonly string[] | undefined
  /** The sale date to rate with. The present one if nothing is sent. */
  saleDate?: string | undefined
  /** The new price, in dollars. If nothing is sent, the price stays, within the new limits. */
  retailPrice?: number | undefined
  /** The vehicle that is covered. Null: the item is no vehicle. */
  vehicle?: ContractVehiclePatchData | null | undefined
  /** The item that is covered, in the terms that all kinds of items share. */
  asset?: ContractAssetPatchData | null | undefined
  /** The loan or lease that the vehicle is bought with. Null: none. */
  financing?: FinancingPatchData | null | undefined
  /** The state of the address, as its two-letter postal code, such as TX. */
  state?: string | null | undefined
  /** What the customer paid for the vehicle, in dollars. The limits of liability of a service contract rest on it. */
  vehiclePurchasePrice?: number | null | undefined
  /** The day on which the customer bought the vehicle. Null: not known. */
  vehiclePurchaseDate?: string | null | undefined
  /** The vehicle identification number, 17 characters. Null: not known. */
  vin?: string | null | undefined
  /** The model year. Null: not known. */
  year?: number | null | undefined
  /** The make, such as FORD. Null: not known. */
  make?: string | null | undefined
  /** The model, such as F-150. Null: not known. */
  model?: string | null | undefined
  /** The trim level, such as XLT. Null: not known. */
  trim?: string | null | undefined
  /** The series of the model, such as 150. Null: not known. */
  series?: string | null | undefined
  /** The body style, such as Crew Cab Pickup. Null: not known. */
  bodyStyle?: string | null | undefined
  /** The rating segment of the vehicle, such as EV or Luxury. Null: none. */
  segmentation?: string | null | undefined
  /** The engine, such as 3.5L V6. Null: not known. */
  engine?: string | null | undefined
  /** What the vehicle runs on: Gas, Diesel, Hybrid, Electric or Other. Null: not known. */
  fuelType?: 'Gas' | 'Diesel' | 'Hybrid' | 'Electric' | 'Other' | null | undefined
  /** The drive train: FWD, RWD, AWD or 4WD. Null: not known. */
  driveType?: 'FWD' | 'RWD' | 'AWD' | '4WD' | null | undefined
  /** How the engine takes in air: Natural, Turbo or Supercharged. Null: not known. */
  aspiration?: 'Natural' | 'Turbo' | 'Supercharged' | null | undefined
  /** The number of cylinders. Null: not known. */
  cylinders?: number | null | undefined
  /** The odometer reading at the sale, in the unit of the contract. The same as `vehicle.odometer`. */
  odometer?: number | null | undefined
  /** The unit of the odometer reading: Miles or Km. Miles if nothing is sent. */
  odometerUnit?: 'Miles' | 'Km' | null | undefined
  /** New, Used or CPO (certified pre-owned) at the sale. */
  condition?: 'New' | 'Used' | 'CPO' | null | undefined
  /** The day on which the vehicle was first put into service and the maker’s warranty began. Null: not known. */
  inServiceDate?: string | null | undefined
  /** What the vehicle is used for: Personal, Commercial or Rideshare. Null: not said. */
  vehicleUse?: 'Personal' | 'Commercial' | 'Rideshare' | null | undefined
  /** The manufacturer’s suggested retail price, in dollars. Null: not known. */
  msrp?: number | null | undefined
  /** The book value of the vehicle at the sale, in dollars. Null: not known. */
  nadaValue?: number | null | undefined
  /** The code of the type of item, such as AUTO or TV. */
  assetTypeCode?: string | null | undefined
  /** The serial number of an item that is not a vehicle. Null: none. */
  serialNumber?: string | null | undefined
  /** What an item that is not a vehicle cost, in dollars. The same as `asset.purchasePrice`. */
  itemPurchasePrice?: number | null | undefined
  /** The operating hours of the item at the sale. The same as `asset.usage`. */
  hours?: number | null | undefined
  /** How the vehicle is paid for: Cash, Loan, Lease or Balloon. */
  dealType?: 'Cash' | 'Loan' | 'Lease' | 'Balloon' | null | undefined
  /** The amount financed, in dollars. The same as `financing.amountFinanced`. */
  financedAmount?: number | null | undefined
  /** The annual percentage rate of the loan, such as 6.9 for 6.9%. */
  apr?: number | null | undefined
  /** The length of the loan in months. The same as `financing.termMonths`. */
  financeTermMonths?: number | null | undefined
  /** The id of the lender. */
  lienHolderId?: number | undefined
  /** The number of the lender, in place of its id. */
  lienHolderNumber?: string | undefined
  /** The ZIP code, such as 78701. */
  zip?: string | undefined
  /** The state where the customer lives, as a two-letter code. Rules may depend on it. */
  customerState?: string | undefined
  /** The miles that the customer expects to drive in a year. Lines that are earned by miles use it. */
  annualMileage?: number | undefined
  /** The monthly payment, in dollars. */
  monthlyPayment?: number | undefined
  /** The value of the vehicle at the end of a lease, in dollars. */
  residualValue?: number | undefined
  /** The type of product: VSC, GAP, PPM (prepaid maintenance), TW (tire and wheel), KEY, APL (appliance) and others. */
  productTypeCode?: string | readonly string[] | undefined
  /** The id of the product. */
  productId?: number | readonly number[] | undefined
  /** The id of the program. */
  programId?: number | readonly number[] | undefined
  /** The months of the term to change to. With `termMiles` where that is not enough. */
  termMonths?: number | readonly number[] | undefined
  /** The miles of the term to change to. */
  termMiles?: number | readonly number[] | undefined
  /** As in a quote. A rerate shows its lines in any case. */
  includeDisbursements?: boolean | undefined
  /** As in a quote. A rerate that finds nothing tells its reasons in any case. */
  includeReasons?: boolean | undefined
  /** As in a quote. A rerate shows no other products. */
  includeRelated?: boolean | undefined
  /** The language of the customer, such as en. Answers are in English. */
  languageCode?: string | undefined
  /** False: the difference is only shown. */
  applyChange?: boolean | undefined
  /** Why the contract is rated again. Kept in its history. */
  reason?: string | null | undefined
}

export interface RerateResult {
  /** The contract as it is. */
  old: {
    /** What the dealer pays the administrator for the contract, in dollars: the sum of the lines that are in dealer cost. */
    dealerCost: number
    /** The price to the customer, in dollars, before sales tax. */
    retailPrice: number
    /** The lines of the price as they are. Limited callers see DEALERCOST and MARKUP only. */
    disbursements: readonly {
      /** The code of the line, such as RESERVE, ADMIN, AGENT or MARKUP. */
      code: string
      /** The amount of the line, in dollars. */
      amount: number
    }[]
  }
  /** The contract with the new inputs. */
  new: {
    /** What the dealer pays the administrator for the contract, in dollars: the sum of the lines that are in dealer cost. */
    dealerCost: number
    /** The price to the customer, in dollars, before sales tax. */
    retailPrice: number
    /** The lines of the price with the new inputs. Limited callers see DEALERCOST and MARKUP only. */
    disbursements: readonly {
      /** The code of the line, such as RESERVE, ADMIN, AGENT or MARKUP. */
      code: string
      /** The amount of the line, in dollars. */
      amount: number
    }[]
    /** The id of the rate. Send it with POST /contracts to sell at this rate while the quote is valid. */
    rateId: string
  }
  /** The difference of each line. */
  delta: readonly {
    /** The code of the line, such as RESERVE. Limited callers see DEALERCOST and MARKUP only. */
    code: string
    /** The amount of the line now, in dollars. */
    old: number
    /** The amount of the line with the new inputs, in dollars. */
    new: number
    /** The new amount less the old one, in dollars. */
    delta: number
  }[]
  /** The new dealer cost less the old one, in dollars. */
  dealerCostDelta: number
  /** Whether the change was applied, or kept as the pending change of a contract in force. */
  applied: boolean
}

export interface Resolve {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the hold. */
  holdId: number
  /** The day on which the hold ended. */
  resolveDate: string
  /** How the hold ended: Cleared, Corrected, Overridden, or Cancelled with the contract. */
  resolution: 'Cleared' | 'Corrected' | 'Overridden' | 'Cancelled'
  /** A note for the file. It is kept with the record and changes nothing else. */
  note: string | null
  /** What was earned at once when the hold ended, line by line. */
  earningCatchUp: readonly EarningCatchUp[]
  /** By how many days the expiration date moved out. Null: it did not. */
  extendsExpirationDays: number | null
}

export interface ResolveCreateData {
  /** How the hold ended: Cleared, Corrected, Overridden, or Cancelled with the contract. */
  resolution?: 'Cleared' | 'Corrected' | 'Overridden' | 'Cancelled' | undefined
  /** The day on which the hold ended. Between the hold date and today. Default: today. */
  resolveDate?: string | undefined
  /** A note for the file. It is kept with the record and changes nothing else. */
  note?: string | null | undefined
}

export interface SalesTaxCalculationRequest {
  /** Takes the place, date and product type from this contract. */
  contractId?: number | undefined
  /** The state of the transaction, if no contract is named. */
  state?: string | undefined
  /** The county of the transaction. Without it, no county tax applies. */
  county?: string | null | undefined
  /** The city of the transaction. Without it, no city tax applies. */
  city?: string | null | undefined
  /** The ZIP code of the transaction. */
  zip?: string | null | undefined
  /** The day of the transaction, whose rates apply. Default: today. */
  date?: string | undefined
  /** The type of product: VSC, GAP, PPM (prepaid maintenance), TW (tire and wheel), KEY, APL (appliance) and others. */
  productTypeCode?: 'VSC' | 'GAP' | 'PPM' | 'TW' | 'APP' | 'KEY' | 'PDR' | 'WIND' | 'THEFT' | 'LWT' | 'APL' | undefined
  /** The lines to tax. */
  lineItems: readonly SalesTaxLineItem[]
}

export interface SalesTaxJurisdiction {
  /** The state, as a two-letter code. */
  state: string
  /** The county. It matters where a county has a sales tax of its own. */
  county: string | null
  /** The city of the address. */
  city: string | null
  /** The ZIP code, such as 78701. */
  zip?: string | null | undefined
}

export interface SalesTaxLineItem {
  /** Identifies the line in the answer. Default: its position, from 1. */
  id?: number | undefined
  /** What the line is: ContractRetail, Part, Labor, Misc, Fee or Deductible. */
  lineItemType: 'ContractRetail' | 'Part' | 'Labor' | 'Misc' | 'Fee' | 'Deductible'
  /** The amount of one unit. */
  amount: number
  /** The number of units. 1 if nothing is sent. */
  quantity?: number | undefined
  /** False exempts the line; true taxes it even if a rule exempts it. */
  taxableOverride?: boolean | null | undefined
}

export interface SandboxClock {
  /** The time that the sandbox lives by, in UTC. */
  now: string
  /** Whether the clock is set and stands still. */
  isSet: boolean
}

export interface SandboxClockData {
  /** The time to set the clock to. It stands still there. Null returns to real time. */
  now: string | null
}

export interface SandboxMail {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The address that the mail would have gone to. */
  to: string
  /** The subject of the mail. */
  subject: string
  /** The text of the mail. */
  text: string
  /** The documents that would have been attached. */
  attachments: readonly {
    /** The name of the file, with its ending. */
    fileName: string
    /** The id of the document. */
    documentId: number
  }[]
  /** When the mail would have been sent. */
  at: string
}

export interface SavedView {
  /** The name of the view, unique in its list. Upper and lower case count as the same. */
  name: string
  /** The filters and the order as a query string, percent-encoded and without a question mark. */
  query: string
}

export interface SearchAnswer {
  /** What was found, by kind; in each kind the surest matches first. */
  items: readonly SearchHit[]
  /** The kinds that were searched. */
  kinds: readonly ('Contract' | 'CancelRequest' | 'Claim' | 'CashTransaction' | 'Dealer' | 'AccountHolder' | 'Customer')[]
  /** The kinds of which there are more than were answered. */
  more: readonly ('Contract' | 'CancelRequest' | 'Claim' | 'CashTransaction' | 'Dealer' | 'AccountHolder' | 'Customer')[]
}

export interface SearchHit {
  /** What it is: Contract, CancelRequest, Claim, CashTransaction, Dealer, AccountHolder or Customer. */
  kind: 'Contract' | 'CancelRequest' | 'Claim' | 'CashTransaction' | 'Dealer' | 'AccountHolder' | 'Customer'
  /** The type of an account holder. Null for other records. */
  type: string | null
  /** The id of the record that was found. */
  id: number
  /** The number by which people know the record. */
  number: string | null
  /** The name that belongs to the record. */
  title: string | null
  /** What tells it apart from others, such as the vehicle and the plan. */
  subtitle: string
  /** The status of the record, as its own operations have it. */
  status: string | null
  /** Why it was found: what the text is of the record. */
  matchedBy: 'number' | 'serial' | 'numberStart' | 'contractNumber' | 'authorizationNumber' | 'checkNumber' | 'vin' | 'vinLast8' | 'phone' | 'email' | 'name'
  /** Where the record is read. */
  path: string
}

export interface Session {
  /** The user who is signed in. */
  user: {
    /** The id of the record, a whole number that never changes. */
    id: number
    /** The name with which the user signs in, usually an email address. */
    userName: string
    /** The email address of the user. */
    email: string
    /** The given name of the person. */
    firstName: string
    /** The family name of the person. */
    lastName: string
    /** The roles of the user’s groups. */
    roles: readonly string[]
  }
  /** What the caller may do, such as contracts:read. */
  permissions: readonly string[]
  /** The account holders that the caller is limited to. Empty: no limit. */
  scopes: readonly NamedScope[]
  /** The token against forged requests. Send it as the header X-CSRF-Token with every write under the session cookie. */
  csrfToken: string
  /** When the session ends at the latest, in real time. */
  expiresAt: string
  /** After how many minutes without a request the session ends. */
  idleMinutes: number
  /** The current instant by the clock of the service. In a sandbox the clock can be set. */
  now: string
  /** The current date by the clock of the service, in the time zone of the administrator. */
  today: string
  /** The time zone of the administrator, such as America/Chicago. */
  timeZone: string
  /** Whether the service is a sandbox or in production. */
  mode: 'sandbox' | 'production'
  /** The company whose contracts these are. */
  administrator: {
    /** The number of the administrator, such as ADM1. */
    number: string
    /** The name of the administrator’s company. */
    name: string
    /** The telephone number of the administrator’s company. Null: none is known. */
    phone: string | null
  }
  /** Only if the user must set up one-time codes (POST /me/totp, PUT /me/totp) before the session can be used for anything else. */
  mustEnroll?: true | undefined
}

export interface SignIn {
  /** The name with which the user signs in, usually an email address. */
  userName: string
  /** The password of the user. */
  password: string
  /** The current code of the authenticator app, or a recovery code. Required if codes are set up. */
  totp?: string | undefined
}

export interface SoldContract {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The number of the contract, such as VSC-0001204. Null for a quote. */
  number: string | null
  /** Quote, Pending (sold, not in the books), Active (finalized), OnHold, Cancelled, Expired or Voided. */
  status: 'Quote' | 'Pending' | 'Active' | 'OnHold' | 'Cancelled' | 'Expired' | 'Voided'
  /** The status, or CancelPending while a cancel request is open. */
  statusLabel: string
  /** Why the contract is Voided, Expired or Cancelled. Null otherwise. */
  statusReason: string | null
  /** The status before the hold, to which the contract returns: Pending or Active. Null: not on hold. */
  heldFrom: 'Pending' | 'Active' | null
  /** Whether the dealer has paid for the contract: NotFunded, PartiallyFunded or Funded. */
  fundingStatus: 'NotFunded' | 'PartiallyFunded' | 'Funded'
  /** Open if a claim on the contract is not settled yet, otherwise None. */
  claimStatus: 'None' | 'Open'
  /** Active, within its dates and past its waiting period. */
  isEffective: boolean
  /** The type of product: VSC, GAP, PPM (prepaid maintenance), TW (tire and wheel), KEY, APL (appliance) and others. */
  productTypeCode: string
  /** The product that was sold. */
  product: IdNameDescription
  /** The program that was sold: the filed form and rate book of the product. */
  program: IdNameDescription
  /** The plan that was sold: the level of coverage. */
  plan: IdNameDescription
  /** The term: how long, and for how many miles or hours, the contract covers. */
  term: Term
  /** What the customer pays of each repair. */
  deductible: Deductible
  /** The class that the vehicle was rated in. Null: the program does not class vehicles. */
  class: ClassDetail | null
  /** The dealer that sold the contract. */
  dealer: Reference
  /** The group of the dealer at the sale. Null: none. */
  dealerGroup: Reference | null
  /** The agents of the dealer at the sale. */
  agents: readonly Reference[]
  /** The insurer that backs the contract. Null: none. */
  insurer: Reference | null
  /** The administrator of the contract. */
  adminCompany: Reference | null
  /** Who owes the customer the coverage: the administrator (Admin), the Dealer or the Insurer. */
  obligor: 'Admin' | 'Dealer' | 'Insurer'
  /** The customer: the person or business that the contract protects. */
  customer: ContractCustomer | null
  /** The second buyer, who is named on refund checks too. Null: none. */
  cobuyer: Person | null
  /** The lender that finances the vehicle. Null: none. */
  lienHolder: Reference | null
  /** The item that is covered, in the terms that all kinds of items share. */
  asset: Asset
  /** The vehicle that is covered. Null: the item is no vehicle. */
  vehicle: ContractVehicle | null
  /** The day on which the contract was sold. Terms, free looks and deadlines count from it. */
  saleDate: string
  /** The day on which the customer bought the vehicle. Null: not known. */
  vehiclePurchaseDate: string | null
  /** What the customer paid for the vehicle, in dollars. The limits of liability of a service contract rest on it. */
  vehiclePurchasePrice: number | null
  /** The day on which coverage begins, before any waiting period. */
  effectiveDate: string
  /** The odometer reading at which coverage begins, in miles. Null: not measured. */
  effectiveOdometer: number | null
  /** The last day that is covered. Suspensions and reinstatements can move it out. */
  expirationDate: string
  /** The highest odometer reading that is covered. Null: miles are not limited. */
  expirationOdometer: number | null
  /** The last day on which the customer can cancel for a full refund, by the rule that a cancel quote follows. Null: there is none. A quote, a voided contract and a transferred one have none, and under some rules a paid claim ends it. */
  freeLookEndDate: string | null
  /** The price to the customer, in dollars, before sales tax. */
  retailPrice: number
  /** What the dealer pays the administrator for the contract, in dollars: the sum of the lines that are in dealer cost. */
  dealerCost: number
  /** What the dealer keeps: the price less dealer cost, in dollars. */
  markup: number
  /** The sales tax on the price. */
  salesTax: ContractSalesTaxDetail
  /** The loan or lease that the vehicle is bought with. Null: none. */
  financing: FinancingData | null
  /** What is added to the price: mandatory surcharges that apply, and options that can be chosen. */
  surcharges: readonly Surcharge[]
  /** Callers limited to account holders see dealer cost as one line, DEALERCOST. */
  disbursements: readonly ContractDisbursement[]
  /** The services of a prepaid maintenance contract. Empty for other products. */
  ppmServices: readonly PPMService[]
  /** The values of the custom fields of the product, such as the salesperson. */
  customFieldValues: readonly CustomFieldValue[]
  /** The number of the contract form, such as VSC-100. */
  formNumber: string
  /** The state in which the contract was sold, as a two-letter code. Its law governs cancellation and tax. */
  stateOfSale: string
  /** When the contract was finalized and entered the books. Null: not yet. */
  finalizedAt: string | null
  /** Whether a change waits in `pendingChanges` for a refinalize. */
  needsRefinalize: boolean
  /** The changes to rated fields that a refinalize will apply. Null: none. */
  pendingChanges: Record<string, unknown> | null
  /** The day on which the customer got the contract itself. Null: not known, and the sale date counts. */
  deliveryDate: string | null
  /** How the customer got the contract. Null: not known, and the setting contractDelivery counts. */
  deliveryMethod: 'HandedOver' | 'Mailed' | null
  /** Remarks of the staff about the record. Free text. */
  notes: string | null
  /** The holds of the contract, open and resolved. */
  holds: readonly Hold[]
  /** The cancel in force. Null: the contract is not cancelled. */
  currentCancel: Reference | null
  /** The transfers to new owners, oldest first. */
  transfers: readonly ContractTransfer[]
  /** Whether the contract was transferred from its first owner. */
  isTransferred: boolean
  /** The most that the contract pays for claims, and what is left. */
  limitOfLiability: LimitOfLiabilityResult
  /** Totals of money on the contract. */
  totals: ContractTotals
  /** The latest odometer reading that is known. Null: none. */
  lastKnownOdometer: OdometerReading | null
  /** How other systems name this record: one entry for each system and key. */
  externalReferences: readonly ExternalReference[]
  /** The quote that the contract was sold with. Null: it was sold without one. */
  rateQuoteId: string | null
  /** For a quote: its rate is honored until then. */
  validUntil: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** The document that was made with this request. */
  generatedDocument?: GeneratedContractDocument | undefined
}

export interface StateLawCoverage {
  /** The state of sale. */
  state: string
  /** The product type of the row, VSC or GAP. */
  productTypeCode: string
  /** The rule that decides. */
  ruleCode: string
  /** Whether it is the administrator's own rule or one of the library. */
  layer: 'Own' | 'Library'
  /** The statute behind it. */
  source: string | null
  /** How the law behind the rule was read. `Own`: a rule of the administrator that does not say so. `Unverified`: the general rule decides. */
  certainty: 'Read' | 'PartlyRead' | 'Secondary' | 'Own' | 'Unverified'
  /** The age of the text that was read. */
  asOf: string | null
  /** Terms that nobody has read yet. */
  unverified: readonly ('freeLookDays' | 'freeLookClaims' | 'freeLookFee' | 'method' | 'maxFee' | 'deductsClaims' | 'refundDays' | 'penalty' | 'refundsAtPayoff' | 'requestWithin' | 'noticeDays' | 'limitedReasons')[]
  /** The rule of the library that an own one overrules, and what it says otherwise. */
  overrules: OverruledCancelRule | null
}

export interface StatementRequest {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The account holder: the dealer, agent, insurer, lien holder or other party that the amount is with. */
  accountHolder: Reference
  /** Queued, Running, Completed or Failed. */
  status: 'Queued' | 'Running' | 'Completed' | 'Failed'
  /** How many lines are in the document by now. */
  linesDone: number
  /** How many lines the document will have. */
  linesTotal: number
  /** The format of the document: Pdf or Csv. */
  format: 'Pdf' | 'Csv'
  /** How the account holder gets it: Email, Mail or Portal. */
  delivery: 'Email' | 'Mail' | 'Portal'
  /** Whether items that are paid by now are listed one by one. */
  includePaid: boolean
  /** The document can be read when the status is Completed. */
  documentId: number
  /** The first day of the statement. */
  fromDate: string
  /** The last day of the statement. */
  toDate: string
  /** What the account holder owed before. Below zero: what we owed. */
  openingBalance: number
  /** Contracts sold and refinalized, in dollars. */
  newBusiness: number
  /** Cancels and reinstatements, in dollars. */
  cancels: number
  /** Claims and inspection fees, in dollars. */
  claims: number
  /** Everything else, such as adjustments and fees, in dollars. */
  other: number
  /** Payments received, less payments sent. */
  cash: number
  /** opening + newBusiness + cancels + claims + other - cash */
  closingBalance: number
  /** Why it failed. Null: it did not. */
  error: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When it ended. Null: it is not finished. */
  finishedAt: string | null
}

export interface StatementRequestResult {
  /** The id of the statement request. */
  statementRequestId: number
  /** The id of the document. */
  documentId: number
  /** The first day of the statement. */
  fromDate: string
  /** The last day of the statement. */
  toDate: string
  /** What the account holder owed before. Below zero: what we owed. */
  openingBalance: number
  /** Contracts sold and refinalized, in dollars. */
  newBusiness: number
  /** Cancels and reinstatements, in dollars. */
  cancels: number
  /** Claims and inspection fees, in dollars. */
  claims: number
  /** Everything else, such as adjustments and fees, in dollars. */
  other: number
  /** Payments received, less payments sent. */
  cash: number
  /** opening + newBusiness + cancels + claims + other - cash */
  closingBalance: number
}

export interface Surcharge {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the surcharge or option, such as AWD or SEALS. */
  code: string
  /** The name of the surcharge or option. */
  name: string
  /** What it adds to dealer cost, in dollars. */
  amount: number
  /** What it adds to the suggested price, in dollars. Null: as much as to dealer cost. */
  retailAmount: number | null
  /** Whether it applies without being chosen, because the vehicle or its use calls for it. */
  isMandatory: boolean
  /** Whether the customer may choose it. */
  isOption: boolean
  /** Whether it is in the price. */
  isSelected: boolean
  /** Only for callers who may see the split of dealer cost. */
  feeds?: readonly SurchargeFeed[] | undefined
  /** The rule that makes it apply. Null: no rule. */
  criteria: string | null
}

export interface SurchargeFeed {
  /** The line of dealer cost that the surcharge goes into. */
  disbursementCode: string
  /** How much of the surcharge goes into the line, in dollars. */
  amount: number
}

export interface SyncEarnings {
  /** The day for which the figures hold. Default: today. It cannot be later than today. */
  asOfDate?: string | undefined
  /** False: days before the last posting are not computed again. */
  rebuild?: boolean | undefined
  /** Why earnings are posted now, such as month end. Kept in the audit. */
  reason?: string | null | undefined
}

export interface TakeRejectInspection {
  /** Take accepts the order. Reject gives it back, with a reason. */
  action: 'Take' | 'Reject'
  /** The id of the reject reason. */
  rejectReasonId?: number | undefined
  /** Why the order is given back, by its code. In place of rejectReasonId. */
  rejectReasonCode?: string | undefined
  /** The number of the order in the system of the company. */
  externalReference?: string | null | undefined
  /** With Take: the inspection is Scheduled. */
  scheduledDate?: string | null | undefined
}

export interface TaxRate {
  /** What is taxed, such as parts or labor. */
  type: string | null
  /** The tax rate in percent, such as 8.25. */
  rate: number
  /** The first day of the rate. Null: from the beginning. */
  from: string | null
}

export interface TaxRateData {
  /** What is taxed, such as parts or labor. */
  type?: string | null | undefined
  /** The tax rate in percent, such as 8.25. */
  rate: number
  /** The first day of the rate. Null: from the beginning. */
  from?: string | null | undefined
}

export interface Term {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The code of the term, such as 60/75000, or 60 if miles are not limited. */
  code: string
  /** The length of the term in calendar months. */
  months: number
  /** The miles that the term covers. Null: no limit. */
  miles: number | null
  /** The operating hours that the term covers, for boats and the like. Null: not limited by hours. */
  hours: number | null
  /** From where the term counts: FromSale (sale date and odometer), FromInService (the in-service date) or FromZero (zero miles). */
  basis: 'FromSale' | 'FromInService' | 'FromZero'
}

export interface TermPlan {
  /** The term: how long, and for how many miles or hours, the contract covers. */
  term: Term
  /** The id of the plan. */
  planId: number
  /** The conditions of vehicles that the term is sold for: New, Used, CPO (certified pre-owned). */
  conditions: readonly ('New' | 'Used' | 'CPO')[]
  /** The lowest odometer reading at which the term is sold. Null: any. */
  minOdometer: number | null
  /** The highest odometer reading at which the term is sold. Null: any. */
  maxOdometer: number | null
  /** The greatest age of a vehicle, in model years, for which the term is sold. Null: any. */
  maxVehicleAge: number | null
  /** Whether a dealer that the visibility rules do not name may sell it. Always true for callers limited to some dealers. */
  isVisible: boolean
}

export interface TermPlanResponse {
  /** The term: how long, and for how many miles or hours, the contract covers. */
  term: Term
  /** The id of the plan. */
  planId: number
  /** The conditions of vehicles that the term is sold for: New, Used, CPO (certified pre-owned). */
  conditions: readonly ('New' | 'Used' | 'CPO')[]
  /** The lowest odometer reading at which the term is sold. Null: any. */
  minOdometer: number | null
  /** The highest odometer reading at which the term is sold. Null: any. */
  maxOdometer: number | null
  /** The greatest age of a vehicle, in model years, for which the term is sold. Null: any. */
  maxVehicleAge: number | null
  /** Whether a dealer that the visibility rules do not name may sell it. Always true for callers limited to some dealers. */
  isVisible: boolean
}

export interface ToAccount {
  /** The kind of account holder that the line is paid to. */
  accountHolderType: string
  /** The account holder that the line is paid to. Null: it depends on the sale, such as the dealer’s agent. */
  accountHolderId: number | null
  /** The name of the account holder. Null: it depends on the sale. */
  name: string | null
}

export interface TokenAnswer {
  /** The access token. Send it as `Authorization: Bearer …`. */
  access_token: string
  /** The type of the token: always Bearer. */
  token_type: 'Bearer'
  /** The seconds for which the token is valid, at most 900. */
  expires_in: number
  /** The permissions of the token, separated by spaces. */
  scope: string
}

export interface TokenRequest {
  /** The way to get a token: always client_credentials. */
  grant_type?: string | undefined
  /** The id of the OAuth client. It can be sent with HTTP Basic instead. */
  client_id?: string | undefined
  /** The secret of the OAuth client. It can be sent with HTTP Basic instead. */
  client_secret?: string | undefined
  /** The permissions to ask for, separated by spaces. All of the client’s permissions if nothing is sent. */
  scope?: string | undefined
}

export interface TotpCode {
  /** The six digits that the authenticator app shows. */
  code: string
}

export interface TotpSecret {
  /** The secret in base32, for an authenticator app. */
  secret: string | null
  /** The secret as an otpauth URI, to show as a QR code. */
  uri: string | null
}

export interface TrialBalance {
  /** The day for which the balances hold. */
  asOfDate: string
  /** The accounts that have postings. */
  accounts: readonly {
    /** The name of the account, such as Receivable:12 or Cash. */
    account: string
    /** The account holder of the account. Null: it has none. */
    accountHolder: Reference | null
    /** The sum of the debits, in dollars. */
    debit: number
    /** The sum of the credits, in dollars. */
    credit: number
    /** Debit less credit. */
    balance: number
  }[]
  /** The debits of all accounts, in dollars. Equal to the credits. */
  totalDebit: number
  /** The credits of all accounts, in dollars. Equal to the debits. */
  totalCredit: number
}

/** All open rows of the account holder that fit, instead of a list of ids. */
export interface UnpaidLedgerFilter {
  /** The id of the account holder. Ids are unique across all kinds of account holders. */
  accountHolderId?: number | undefined
  /** Only rows of this direction. */
  direction?: 'Receive' | 'Pay' | undefined
  /** Only rows of this product. */
  productId?: number | undefined
  /** Only rows of contracts sold on this day or later. */
  saleDateFrom?: string | undefined
  /** Only rows of contracts sold on this day or earlier. */
  saleDateTo?: string | undefined
  /** Only rows of the contract with this number. */
  contractNumber?: string | undefined
  /** Whether rows of cancels are included. True if nothing is sent. */
  includeCancels?: boolean | undefined
  /** Only rows that are due before this day. */
  dueBefore?: string | undefined
}

export interface UnpaidLedgerProduct {
  /** The id of the product. Null: none. */
  productId: number | null
  /** The name of the product. Null: the rows have no product. */
  productName: string | null
  /** How many contracts the rows are of. */
  contractCount: number
  /** The ledger rows, to put in a batch. */
  ledgerIds: readonly number[]
  /** What the account holder owes, in dollars. */
  receive: number
  /** What the administrator owes, in dollars. */
  pay: number
  /** What the account holder owes less what the administrator owes, in dollars. */
  net: number
  /** The earliest due date of the rows. */
  oldestDue: string
}

/** At most 10000 contracts. */
export type UpdateEarnings = readonly ContractEarningData[] | {
  /** Post earnings up to this date, which cannot be later than today. */
  asOfDate: string
  /** The contracts to post, at most 10,000. */
  contractIds?: readonly number[] | undefined
  /** The contracts to post, by what they have in common, in place of a list. */
  filter?: EarningFilter | undefined
}

export interface User {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name with which the user signs in, usually an email address. */
  userName: string
  /** The email address of the user. Invitations and codes are sent to it. */
  email: string
  /** The given name of the person. */
  firstName: string
  /** The family name of the person. */
  lastName: string
  /** Active, Locked or Disabled. Only active users can sign in. */
  status: 'Active' | 'Locked' | 'Disabled'
  /** The kind of account holder that the user works for. Null: the administrator. */
  accountHolderType: 'Agent' | 'ClaimPayee' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility' | null
  /** The account holder that the user works for, and is limited to. Null: the administrator. */
  accountHolderId: number | null
  /** The membership groups of the user. They give it its roles. */
  membershipGroupIds: readonly number[]
  /** When the user last signed in, in real time. Null: never. */
  lastLoginAt: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface UserCreateData {
  /** The name with which the user signs in, usually an email address. Unique among the users of all administrators; upper and lower case count as the same. */
  userName: string
  /** The email address of the user. Invitations and codes are sent to it. */
  email: string
  /** The given name of the person. */
  firstName: string
  /** The family name of the person. */
  lastName: string
  /** Active, Locked or Disabled. Only active users can sign in. */
  status?: 'Active' | 'Locked' | 'Disabled' | undefined
  /** The kind of account holder that the user works for. Null: the administrator. */
  accountHolderType?: 'Agent' | 'ClaimPayee' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility' | null | undefined
  /** The account holder that the user works for, and is limited to. Null: the administrator. */
  accountHolderId?: number | null | undefined
  /** The membership groups of the user. They give it its roles. */
  membershipGroupIds?: readonly number[] | undefined
  /** 12 to 256 characters, not easy to guess. If absent in POST, the answer contains an invitation. If absent in PUT, the password stays. */
  password?: string | undefined
}

export interface UserCreated {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name with which the user signs in, usually an email address. */
  userName: string
  /** The email address of the user. Invitations and codes are sent to it. */
  email: string
  /** The given name of the person. */
  firstName: string
  /** The family name of the person. */
  lastName: string
  /** Active, Locked or Disabled. Only active users can sign in. */
  status: 'Active' | 'Locked' | 'Disabled'
  /** The kind of account holder that the user works for. Null: the administrator. */
  accountHolderType: 'Agent' | 'ClaimPayee' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility' | null
  /** The account holder that the user works for, and is limited to. Null: the administrator. */
  accountHolderId: number | null
  /** The membership groups of the user. They give it its roles. */
  membershipGroupIds: readonly number[]
  /** When the user last signed in, in real time. Null: never. */
  lastLoginAt: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** With the invitation the user sets the first password (PUT /me/password). Null if a password was sent. */
  invitation: string | null
}

export interface UserPutData {
  /** The name with which the user signs in, usually an email address. Unique among the users of all administrators; upper and lower case count as the same. */
  userName: string
  /** The email address of the user. Invitations and codes are sent to it. */
  email: string
  /** The given name of the person. */
  firstName: string
  /** The family name of the person. */
  lastName: string
  /** Active, Locked or Disabled. Only active users can sign in. */
  status?: 'Active' | 'Locked' | 'Disabled' | undefined
  /** The kind of account holder that the user works for. Null: the administrator. */
  accountHolderType?: 'Agent' | 'ClaimPayee' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility' | null | undefined
  /** The account holder that the user works for, and is limited to. Null: the administrator. */
  accountHolderId?: number | null | undefined
  /** The membership groups of the user. They give it its roles. */
  membershipGroupIds?: readonly number[] | undefined
  /** 12 to 256 characters, not easy to guess. If absent in POST, the answer contains an invitation. If absent in PUT, the password stays. */
  password?: string | undefined
}

export interface UserRights {
  /** The user whose rights are shown. */
  user: {
    /** The id of the record, a whole number that never changes. */
    id: number
    /** The name with which the user signs in, usually an email address. */
    userName: string
    /** The given name of the person. */
    firstName: string
    /** The family name of the person. */
    lastName: string
    /** Whether the user may sign in. */
    status: 'Active' | 'Locked' | 'Disabled'
  }
  /** The groups that the user is a member of. */
  groups: readonly UserRightsGroup[]
  /** The roles of these groups. */
  roles: readonly string[]
  /** What the user may do. Empty for a user that cannot sign in. */
  permissions: readonly string[]
  /** What the user is limited to. Empty: nothing, if the user may sign in. */
  scopes: readonly NamedScope[]
  /** Whether the user sees what dealer cost is made of. */
  seesCosts: boolean
}

export interface UserRightsGroup {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name of the group. */
  name: string
}

export interface UserV2 {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name with which the user signs in, usually an email address. */
  userName: string
  /** The email address of the user. Invitations and codes are sent to it. */
  email: string
  /** The given name of the person. */
  firstName: string
  /** The family name of the person. */
  lastName: string
  /** Active, Locked or Disabled. Only active users can sign in. */
  status: 'Active' | 'Locked' | 'Disabled'
  /** The kind of account holder that the user works for. Null: the administrator. */
  accountHolderType: 'Agent' | 'ClaimPayee' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility' | null
  /** The account holder that the user works for, and is limited to. Null: the administrator. */
  accountHolderId: number | null
  /** The membership groups of the user. They give it its roles. */
  membershipGroupIds: readonly number[]
  /** When the user last signed in, in real time. Null: never. */
  lastLoginAt: string | null
  /** Who the user is at an external identity provider. Null if the user signs in here. */
  externalIdentity: ExternalIdentity | null
  /** One-time codes are set up, or must be set up at the next sign-in. */
  mfaEnabled: boolean
  /** The roles of the user’s groups, sorted, each once. */
  roles: readonly string[]
  /** Further account holders that the user is limited to. Empty: none. */
  scopes: readonly AccessScope[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface UserV2CreateData {
  /** The name with which the user signs in, usually an email address. Unique among the users of all administrators; upper and lower case count as the same. */
  userName: string
  /** The email address of the user. Invitations and codes are sent to it. */
  email: string
  /** The given name of the person. */
  firstName: string
  /** The family name of the person. */
  lastName: string
  /** Active, Locked or Disabled. Only active users can sign in. */
  status?: 'Active' | 'Locked' | 'Disabled' | undefined
  /** The kind of account holder that the user works for. Null: the administrator. */
  accountHolderType?: 'Agent' | 'ClaimPayee' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility' | null | undefined
  /** The account holder that the user works for, and is limited to. Null: the administrator. */
  accountHolderId?: number | null | undefined
  /** The membership groups of the user. They give it its roles. */
  membershipGroupIds?: readonly number[] | undefined
  /** 12 to 256 characters, not easy to guess. If absent in POST, the answer contains an invitation. If absent in PUT, the password stays. */
  password?: string | undefined
  /** Who the user is at an external identity provider. Null if the user signs in here. */
  externalIdentity?: ExternalIdentity | null | undefined
  /** True requires one-time codes: a user without any sets them up at the next sign-in, and can do nothing else until then. False in PUT also switches off codes that are set up, with their recovery codes; false and then true makes a user who lost the authenticator set up a new one. */
  mfaEnabled?: boolean | undefined
  /** Further account holders that the user is limited to. Empty: none. */
  scopes?: readonly AccessScope[] | undefined
}

export interface UserV2Created {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The name with which the user signs in, usually an email address. */
  userName: string
  /** The email address of the user. Invitations and codes are sent to it. */
  email: string
  /** The given name of the person. */
  firstName: string
  /** The family name of the person. */
  lastName: string
  /** Active, Locked or Disabled. Only active users can sign in. */
  status: 'Active' | 'Locked' | 'Disabled'
  /** The kind of account holder that the user works for. Null: the administrator. */
  accountHolderType: 'Agent' | 'ClaimPayee' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility' | null
  /** The account holder that the user works for, and is limited to. Null: the administrator. */
  accountHolderId: number | null
  /** The membership groups of the user. They give it its roles. */
  membershipGroupIds: readonly number[]
  /** When the user last signed in, in real time. Null: never. */
  lastLoginAt: string | null
  /** Who the user is at an external identity provider. Null if the user signs in here. */
  externalIdentity: ExternalIdentity | null
  /** One-time codes are set up, or must be set up at the next sign-in. */
  mfaEnabled: boolean
  /** The roles of the user’s groups, sorted, each once. */
  roles: readonly string[]
  /** Further account holders that the user is limited to. Empty: none. */
  scopes: readonly AccessScope[]
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** With the invitation the user sets the first password (PUT /me/password). Null if a password was sent. */
  invitation: string | null
}

export interface UserV2PutData {
  /** The name with which the user signs in, usually an email address. Unique among the users of all administrators; upper and lower case count as the same. */
  userName: string
  /** The email address of the user. Invitations and codes are sent to it. */
  email: string
  /** The given name of the person. */
  firstName: string
  /** The family name of the person. */
  lastName: string
  /** Active, Locked or Disabled. Only active users can sign in. */
  status?: 'Active' | 'Locked' | 'Disabled' | undefined
  /** The kind of account holder that the user works for. Null: the administrator. */
  accountHolderType?: 'Agent' | 'ClaimPayee' | 'Dealer' | 'DealerGroup' | 'DisbursementAccount' | 'InspectionCompany' | 'Insurer' | 'LienHolder' | 'RepairFacility' | null | undefined
  /** The account holder that the user works for, and is limited to. Null: the administrator. */
  accountHolderId?: number | null | undefined
  /** The membership groups of the user. They give it its roles. */
  membershipGroupIds?: readonly number[] | undefined
  /** 12 to 256 characters, not easy to guess. If absent in POST, the answer contains an invitation. If absent in PUT, the password stays. */
  password?: string | undefined
  /** Who the user is at an external identity provider. Null if the user signs in here. */
  externalIdentity?: ExternalIdentity | null | undefined
  /** True requires one-time codes: a user without any sets them up at the next sign-in, and can do nothing else until then. False in PUT also switches off codes that are set up, with their recovery codes; false and then true makes a user who lost the authenticator set up a new one. */
  mfaEnabled?: boolean | undefined
  /** Further account holders that the user is limited to. Empty: none. */
  scopes?: readonly AccessScope[] | undefined
}

export interface Vehicle {
  /** The code of the type of item, such as AUTO or TV. */
  assetTypeCode: string
  /** What identifies the item: the VIN, hull number or serial number. */
  identifier: string | null
  /** The vehicle identification number, 17 characters. Null: not known. */
  vin: string | null
  /** Whether the check digit of the VIN is correct. Null: no VIN was given. */
  isVinValid: boolean | null
  /** The model year. Null: not known. */
  year: number | null
  /** The make, such as FORD. Null: not known. */
  make: string | null
  /** The model, such as F-150. Null: not known. */
  model: string | null
  /** The trim level, such as XLT. Null: not known. */
  trim: string | null
  /** The series of the model, such as 150. Null: not known. */
  series: string | null
  /** The body style, such as Crew Cab Pickup. Null: not known. */
  bodyStyle: string | null
  /** The rating segment of the vehicle, such as EV or Luxury. Null: none. */
  segmentation: string | null
  /** The engine, such as 3.5L V6. Null: not known. */
  engine: string | null
  /** The number of cylinders. Null: not known. */
  cylinders: number | null
  /** The displacement of the engine in liters. Null: not known. */
  displacement: number | null
  /** What the vehicle runs on: Gas, Diesel, Hybrid, Electric or Other. Null: not known. */
  fuelType: string | null
  /** The drive train: FWD, RWD, AWD or 4WD. Null: not known. */
  driveType: string | null
  /** How the engine takes in air: Natural, Turbo or Supercharged. Null: not known. */
  aspiration: string | null
  /** The gross vehicle weight in pounds. Null: not known. */
  gvw: number | null
  /** The odometer reading that was rated, in miles or hours. */
  odometer: number | null
  /** The unit of the odometer: Miles, Hours for boats and the like, or None. */
  odometerUnit: 'Miles' | 'Hours' | 'None'
  /** New, Used or CPO (certified pre-owned) at the sale. */
  condition: string | null
  /** The day on which the vehicle was first put into service and the maker’s warranty began. Null: not known. */
  inServiceDate: string | null
  /** What the vehicle is used for: Personal, Commercial or Rideshare. Null: not said. */
  vehicleUse: string | null
  /** The serial number of an item that is not a vehicle. Null: none. */
  serialNumber: string | null
  /** The reading at the sale, in the unit of `usageUnit`. Null: not measured. */
  usage: number | null
  /** What its use is measured in: Miles, Hours or None. */
  usageUnit: 'Miles' | 'Hours' | 'None'
  /** What the item cost, in dollars. Null: not known. */
  purchasePrice: number | null
  /** The day on which the item was bought. Null: not known. */
  purchaseDate: string | null
  /** The manufacturer’s suggested retail price, in dollars. Null: not known. */
  msrp: number | null
  /** The book value of the vehicle at the sale, in dollars. Null: not known. */
  nadaValue: number | null
  /** The maker’s warranties of the vehicle. Claims are not paid while one of them covers the failure. */
  warranties: readonly Warranty[]
}

export interface Warranty {
  /** The kind of warranty: Basic, Powertrain, Corrosion, EV or CPO. */
  type: string
  /** The length of the warranty in months. Null: not limited by time. */
  months: number | null
  /** The miles of the warranty. Null: not limited by miles. */
  miles: number | null
  /** The first day of the warranty. Null: not known. */
  startDate: string | null
  /** The last day of the warranty. Null: not known. */
  endDate: string | null
  /** The last odometer reading under the warranty. Null: no limit. */
  endOdometer: number | null
  /** Where it comes from: Manual entry, or the VIN Decoder. */
  source: string
}

export interface WarrantyInfo {
  /** The kind of warranty: Basic, Powertrain, Corrosion, EV or CPO. */
  type: 'Basic' | 'Powertrain' | 'Corrosion' | 'EV' | 'CPO'
  /** The length of the warranty in months. Null: not limited by time. */
  months?: number | null | undefined
  /** The miles of the warranty. Null: not limited by miles. */
  miles?: number | null | undefined
  /** The first day of the warranty. Null: not known. */
  startDate?: string | null | undefined
  /** The last day of the warranty. Null: not known. */
  endDate?: string | null | undefined
  /** The last odometer reading under the warranty. Null: no limit. */
  endOdometer?: number | null | undefined
  /** Where it comes from: Manual entry, or the VIN Decoder. */
  source?: 'Manual' | 'Decoder' | undefined
}

export interface Webhook {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** Where events are sent. */
  url: string
  /** The types of events that are sent. Null: all. */
  types: readonly string[] | null
  /** What the webhook is for. Null: not said. */
  description: string | null
  /** Whether events are sent. A webhook that keeps failing is switched off. */
  isActive: boolean
  /** When the service switched it off, in real time. */
  disabledAt: string | null
  /** Why the service switched the webhook off. Null: it did not. */
  disabledReason: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
}

export interface WebhookCreateData {
  /** Where events are sent: https, and a public host. A sandbox also accepts http, and this machine. */
  url: string
  /** The types of events to send: exact names, or all of a kind, such as `contract.*`. Null: all. */
  types?: readonly string[] | null | undefined
  /** What the webhook is for. Null: not said. */
  description?: string | null | undefined
  /** Whether events are sent from now on. True if nothing is sent. */
  isActive?: boolean | undefined
}

export interface WebhookDelivery {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** The id of the event. */
  eventId: string
  /** The type of the event, such as contract.finalized. */
  type: string
  /** Pending, Delivered, or Failed after the last attempt. */
  status: 'Pending' | 'Delivered' | 'Failed'
  /** The attempts so far, oldest first. */
  attempts: readonly {
    /** When the attempt was made, in real time. */
    at: string
    /** The HTTP status that the receiver answered. Null: no answer. */
    responseStatus: number | null
    /** Why there was no answer. */
    error: string | null
    /** How long the attempt took, in milliseconds. */
    durationMs: number
  }[]
  /** When the next attempt is made, in real time. Null: none is. */
  nextAttemptAt: string | null
  /** When the delivery was made, in real time. */
  createdAt: string
}

export interface WebhookMade {
  /** The id of the record, a whole number that never changes. */
  id: number
  /** Where events are sent. */
  url: string
  /** The types of events that are sent. Null: all. */
  types: readonly string[] | null
  /** What the webhook is for. Null: not said. */
  description: string | null
  /** Whether events are sent. A webhook that keeps failing is switched off. */
  isActive: boolean
  /** When the service switched it off, in real time. */
  disabledAt: string | null
  /** Why the service switched the webhook off. Null: it did not. */
  disabledReason: string | null
  /** When the record was created, in UTC. In a sandbox, by the sandbox clock. */
  createdAt: string
  /** The name of the user, key or client that created the record. */
  createdBy: string
  /** When the record last changed, in UTC. Equal to `createdAt` if it never changed. */
  updatedAt: string
  /** The name of the user, key or client that last changed the record. */
  updatedBy: string
  /** The version of the record. It starts at 1 and grows by one with each change. */
  rowVersion: number
  /** The key of the signatures, for a library of Standard Webhooks. It is shown only this once. */
  secret: string | null
}

export interface WebhookPatch {
  /** Where events are sent: https, and a public host. A sandbox also accepts http, and this machine. */
  url?: string | undefined
  /** The types of events to send: exact names, or all of a kind, such as `contract.*`. Null: all. */
  types?: readonly string[] | null | undefined
  /** What the webhook is for. Null: not said. */
  description?: string | null | undefined
  /** False switches the webhook off, true switches it on again. */
  isActive?: boolean | undefined
}

export interface WebhookReplayData {
  /** The events to send again, at most 1,000. Or send `after`. */
  eventIds?: readonly string[] | undefined
  /** A cursor of `GET /events`: up to 1,000 events after it are sent again. */
  after?: string | undefined
}

export interface WebhookReplayed {
  /** How many deliveries were added. */
  count: number
}

export interface WebhookSecret {
  /** The key of the signatures, for a library of Standard Webhooks. It is shown only this once. */
  secret: string | null
}

export interface WebhookTestDelivery {
  /** The id of the delivery. */
  deliveryId: number
}
