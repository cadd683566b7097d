import { describe, expect, test } from 'vitest'
import { ConfigRefused, readConfig, shownConfig } from './config.ts'

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
