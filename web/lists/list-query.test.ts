import { describe, expect, test } from 'vitest'
import { apiQuery, filtersIn, pageIn, viewQuery } from './list-query.ts'

const several = new Set(['status'])

describe('the query of a list', () => {
  test('the order of the address replaces the usual one, and values that may be several are a list', () => {
    const request = {
      fixed: { dealerId: '7' },
      initial: { sortBy: 'saleDate', sortDirection: 'Desc' },
      query: { status: 'Active,OnHold', sortBy: 'number', pageNumber: '3', view: 'mine' },
      several,
    }
    expect(apiQuery(request)).toEqual({
      dealerId: '7',
      sortBy: 'number',
      sortDirection: 'Asc',
      status: ['Active', 'OnHold'],
    })
  })

  test('the usual order stays while the address has none', () => {
    const request = { fixed: {}, initial: { sortBy: 'saleDate', sortDirection: 'Desc' }, query: {}, several }
    expect(apiQuery(request)).toEqual({ sortBy: 'saleDate', sortDirection: 'Desc' })
  })

  test('what is fixed cannot be changed by the address', () => {
    const request = { fixed: { dealerId: '7' }, initial: {}, query: { dealerId: '8' }, several }
    expect(apiQuery(request)).toEqual({ dealerId: '7' })
  })

  test('page, order and tab are no filters', () => {
    expect(filtersIn({ pageNumber: '2', sortBy: 'id', tab: 'x', vin: '1F' })).toEqual({ vin: '1F' })
  })

  test('a view keeps everything but its page', () => {
    expect(viewQuery({ pageNumber: '2', sortBy: 'id', vin: '1F' })).toEqual({ sortBy: 'id', vin: '1F' })
  })

  test.each([
    ['3', 3],
    ['0', 1],
    ['x', 1],
    ['2.5', 1],
  ])('page %s is page %i', (pageNumber, page) => {
    expect(pageIn({ pageNumber })).toBe(page)
  })
})
