import { describe, expect, test } from 'vitest'
import { ConfigRefused, readConfig, shareOf, shownConfig } from './config.ts'

const s3 = {
  BULWARK_S3_ENDPOINT: 'https://s3.example',
  BULWARK_S3_BUCKET: 'files',
  BULWARK_S3_ACCESS_KEY: 'AK',
  BULWARK_S3_SECRET_KEY: 'very secret',
}
const refusal = (environment: NodeJS.ProcessEnv) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigRefused) return error.faults
    throw error
  }
  return []
}

describe('files', () => {
  test('are in the data folder unless a folder is set', () => {
    expect(readConfig({ BULWARK_DATA: '/x' })).toMatchObject({ filesFolder: '/x/files', s3: undefined })
    expect(readConfig({ BULWARK_DATA: '/x', BULWARK_FILES: '/y' }).filesFolder).toBe('/y')
    expect(readConfig({}).fileBytes).toBe(25 * 1024 * 1024)
  })

  test('are in a bucket if all bucket settings are given', () => {
    expect(readConfig(s3).s3).toEqual({
      ...{ endpoint: 'https://s3.example', bucket: 'files', region: 'us-east-1' },
      ...{ accessKey: 'AK', secretKey: 'very secret' },
    })
    expect(JSON.stringify(shownConfig(readConfig(s3)))).not.toContain('very secret')
  })

  test('incomplete bucket settings, and plain HTTP in production, are refused', () => {
    expect(refusal({ ...s3, BULWARK_S3_BUCKET: '', BULWARK_S3_SECRET_KEY: '' })).toEqual([
      'BULWARK_S3_BUCKET: must be set, because other BULWARK_S3 settings are.',
      'BULWARK_S3_SECRET_KEY: must be set, because other BULWARK_S3 settings are.',
    ])
    const clear = { ...s3, BULWARK_MODE: 'production', BULWARK_S3_ENDPOINT: 'http://s3.example' }
    expect(refusal(clear)).toEqual([
      'BULWARK_S3_ENDPOINT: must begin with https://, because files would otherwise travel unencrypted.',
    ])
    expect(refusal({ ...clear, BULWARK_S3_ENDPOINT: 'http://127.0.0.1:9000' })).toEqual([])
  })
})

test('the public address must be a URL, and a final slash is removed', () => {
  expect(readConfig({ BULWARK_PUBLIC_URL: 'https://api.example/x/' }).publicUrl).toBe('https://api.example/x')
  expect(refusal({ BULWARK_PUBLIC_URL: 'api.example' })).toHaveLength(1)
})

describe('several processes', () => {
  test('one is the default; a number from 1 to 64 can be set', () => {
    expect(readConfig({}).workers).toBe(1)
    expect(readConfig({ BULWARK_WORKERS: '2' }).workers).toBe(2)
    for (const BULWARK_WORKERS of ['0', '65', '1.5', 'two', '-1'])
      expect(refusal({ BULWARK_WORKERS })).toEqual(['BULWARK_WORKERS: must be a whole number from 1 to 64'])
  })

  test('share what is limited, and together never have more', () => {
    const environment = { BULWARK_WORKERS: '3', BULWARK_IN_FLIGHT: '100', BULWARK_TENANT_CONNECTIONS: '8' }
    expect(shareOf(readConfig(environment))).toMatchObject({
      ...{ inFlight: 33, connectionsPerTenant: 2, connectionsInAll: 13, rateLimit: 1_000 },
    })
    const alone = readConfig({})
    expect(shareOf(alone)).toEqual(alone)
  })

  test('are refused where there is too little for each', () => {
    expect(refusal({ BULWARK_WORKERS: '4' })).toEqual([])
    expect(refusal({ BULWARK_WORKERS: '8', BULWARK_IN_FLIGHT: '7' })).toEqual([
      'BULWARK_IN_FLIGHT: must be at least 8 with BULWARK_WORKERS=8.',
      'BULWARK_TENANT_CONNECTIONS: must be at least 16 with BULWARK_WORKERS=8, because each process needs 2.',
      'BULWARK_CONNECTIONS: must be at least 64 with BULWARK_WORKERS=8, because each process needs 8.',
    ])
    const enough = { BULWARK_TENANT_CONNECTIONS: '16', BULWARK_CONNECTIONS: '64' }
    expect(refusal({ BULWARK_WORKERS: '8', ...enough })).toEqual([])
  })
})

describe('trusted proxies', () => {
  test('are none by default, and a list of networks if it is set', () => {
    expect(readConfig({}).trustedProxies).toEqual([])
    const config = readConfig({ BULWARK_TRUSTED_PROXIES: '10.0.0.0/8, ::1' })
    expect(shownConfig(config).trustedProxies).toEqual(['10.0.0.0/8', '::1'])
  })

  test('that cannot be read are listed together', () => {
    expect(refusal({ BULWARK_TRUSTED_PROXIES: 'proxy.internal, 10.1.2.3/8, 0.0.0.0/0, ::1' })).toEqual([
      'BULWARK_TRUSTED_PROXIES: "proxy.internal" is not a network. Write an address such as 10.0.0.5 or fd00::5, or a network such as 10.0.0.0/8.',
      'BULWARK_TRUSTED_PROXIES: "10.1.2.3/8" is an address inside a network. The network is 10.0.0.0/8.',
      'BULWARK_TRUSTED_PROXIES: "0.0.0.0/0" is everyone, so that every caller could claim any address. Name the networks of the proxies.',
    ])
  })
})

test.each([
  [{}, false],
  [{ BULWARK_PUBLIC_URL: 'http://localhost:8080' }, false],
  [{ BULWARK_PUBLIC_URL: 'https://bulwark.example' }, true],
  [{ BULWARK_MODE: 'production' }, false],
  [{ BULWARK_MODE: 'production', HOST: '::', BULWARK_TRUSTED_PROXIES: '10.0.0.5' }, true],
  [
    {
      ...{ BULWARK_MODE: 'production', HOST: '::', BULWARK_TRUSTED_PROXIES: '10.0.0.5' },
      ...{ BULWARK_PUBLIC_URL: 'http://bulwark.internal', BULWARK_ALLOW_HTTP: 'true' },
    },
    false,
  ],
])('%j means that callers use TLS: %s', (environment, isHttps) => {
  expect(readConfig(environment).isHttps).toBe(isHttps)
})

describe('production', () => {
  const production = { BULWARK_MODE: 'production', BULWARK_KEYS: '/keys.json' }
  const remote = 'postgres://bulwark:hush@db.example/bulwark'

  test.each([
    [
      { BULWARK_PUBLIC_URL: 'http://bulwark.example' },
      'BULWARK_PUBLIC_URL: must begin with https:// in production',
      'BULWARK_ALLOW_HTTP',
    ],
    [
      { HOST: '0.0.0.0' },
      'HOST=0.0.0.0: production listens beyond this machine only',
      'BULWARK_ALLOW_DIRECT',
    ],
    [{ HOST: '::' }, 'HOST=::: production listens beyond this machine only', 'BULWARK_ALLOW_DIRECT'],
    [{ HOST: 'bulwark.internal' }, 'HOST=bulwark.internal: production', 'BULWARK_ALLOW_DIRECT'],
    [
      { DATABASE_URL: remote },
      'DATABASE_URL: production reaches a database on another machine (db.example) only with TLS.',
      'BULWARK_ALLOW_PLAIN_DATABASE',
    ],
  ])('refuses %j, unless it is allowed by name', (environment, text, name) => {
    const faults = refusal({ ...production, ...environment })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(text)
    expect(faults[0]).toContain(`${name}=true allows`)
    expect(faults[0]).not.toContain('hush')
    expect(refusal({ ...production, ...environment, [name]: 'true' })).toEqual([])
    expect(refusal({ ...production, ...environment, [name]: 'false' })).toHaveLength(1)
    // A sandbox is for trying things out.
    if (!('HOST' in environment)) expect(refusal(environment)).toEqual([])
  })

  test('lists all of them at once', () => {
    const all = { BULWARK_PUBLIC_URL: 'http://x.example', HOST: '0.0.0.0', DATABASE_URL: remote }
    expect(refusal({ ...production, ...all })).toHaveLength(3)
  })

  test.each([
    `${remote}?sslmode=verify-full`,
    `${remote}?sslmode=no-verify`,
    `${remote}?ssl=true`,
    'postgres://bulwark:hush@localhost/bulwark',
    'postgres://bulwark:hush@127.0.0.1:5433/bulwark',
    'postgres://bulwark:hush@[::1]/bulwark',
    'postgres://bulwark:hush@%2Fvar%2Frun%2Fpostgresql/bulwark',
    'postgres:///bulwark?host=/var/run/postgresql',
  ])('takes the database %s', (DATABASE_URL) => {
    expect(refusal({ ...production, DATABASE_URL })).toEqual([])
  })

  test.each([
    [`${remote}?sslmode=disable`, 'only with TLS'],
    [`${remote}?ssl=0`, 'only with TLS'],
    ['postgres://bulwark:hush@localhost/bulwark?host=db.example', 'only with TLS'],
    [`${remote}?sslmode=verify-full&sslrootcert=/none.pem`, 'the file /none.pem cannot be read (ENOENT).'],
    ['postgres://bulwark:hush@:x/bulwark', 'DATABASE_URL: is not a valid URL.'],
  ])('refuses the database %s: %s', (DATABASE_URL, text) => {
    const faults = refusal({ ...production, DATABASE_URL })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(text)
    expect(faults[0]).not.toContain('hush')
  })

  test('refuses a permission that is neither true nor false', () => {
    expect(refusal({ BULWARK_ALLOW_HTTP: 'yes' })).toEqual(['BULWARK_ALLOW_HTTP: must be true or false'])
  })
})

describe('mail', () => {
  const mail = {
    BULWARK_SMTP_URL: 'smtps://bulwark:very%20secret@mail.example',
    BULWARK_MAIL_FROM: 'no-reply@summit.example',
  }
  const server = { host: 'mail.example', isLocal: false, user: undefined, password: undefined }

  test.each([
    [mail.BULWARK_SMTP_URL, { ...server, port: 465, isTls: true, user: 'bulwark', password: 'very secret' }],
    ['smtp://mail.example', { ...server, port: 587, isTls: false }],
    ['smtp://mail.example:25/', { ...server, port: 25, isTls: false }],
    ['smtp://mail.example:80', { ...server, port: 80, isTls: false }],
    ['smtp://a%40b:p@mail.example', { ...server, port: 587, isTls: false, user: 'a@b', password: 'p' }],
    ['smtp://127.0.0.1:2525', { ...server, host: '127.0.0.1', port: 2525, isTls: false, isLocal: true }],
    ['smtp://[::1]:2525', { ...server, host: '::1', port: 2525, isTls: false, isLocal: true }],
  ])('goes to %s', (url, settings) => {
    expect(readConfig({ ...mail, BULWARK_SMTP_URL: url }).smtp).toEqual({
      ...settings,
      from: 'no-reply@summit.example',
    })
  })

  test('goes nowhere unless it is configured', () => {
    expect(readConfig({}).smtp).toBeUndefined()
  })

  test('the password is not shown', () => {
    const shown = JSON.stringify(shownConfig(readConfig(mail)))
    expect(shown).not.toContain('very secret')
    expect(shown).toContain('mail.example')
  })

  test.each([
    [{ BULWARK_MAIL_FROM: '' }, 'BULWARK_MAIL_FROM: must be set, because BULWARK_SMTP_URL is.'],
    [{ BULWARK_SMTP_URL: '' }, 'BULWARK_SMTP_URL: must be set, because BULWARK_MAIL_FROM is.'],
    [
      { BULWARK_SMTP_URL: 'mail.example' },
      'BULWARK_SMTP_URL: must look like smtps://user:password@mail.example:465',
    ],
    [
      { BULWARK_SMTP_URL: 'smtp://mail.example:99999' },
      'BULWARK_SMTP_URL: must look like smtps://user:password@mail.example:465',
    ],
    [
      { BULWARK_MAIL_FROM: 'Summit <no-reply@summit.example>' },
      'BULWARK_MAIL_FROM: must be an address such as no-reply@example.com, without a name',
    ],
  ])('%j is refused', (change, fault) => {
    expect(refusal({ ...mail, ...change })).toEqual([fault])
  })
})
