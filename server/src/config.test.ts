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
