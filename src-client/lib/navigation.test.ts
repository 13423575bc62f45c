// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { possibleListPath } from '#shared/contract/possible-match.ts'
import { destinationAfterLogin, loginPathFor, possibleHref } from './navigation.ts'

describe('destinationAfterLogin', () => {
  it.each([
    ['', '/home'],
    ['?next=%2Fhome%3Falert%3Dnew', '/home?alert=new'],
    ['?next=%2Foutbox', '/outbox'],
    ['?next=https%3A%2F%2Felsewhere.example%2F', '/home'],
    ['?next=%2F%2Felsewhere.example', '/home'],
    ['?next=%2F%5Celsewhere.example', '/home'],
    ['?next=%2F%09%2Felsewhere.example', '/home'],
    ['?next=%2Fa%2F..%2F%2Felsewhere.example', '/home'],
    ['?next=javascript%3Aalert(1)', '/home'],
    ['?next=home', '/home'],
  ])('of %j is %j', (search, destination) => {
    expect(destinationAfterLogin(search)).toBe(destination)
  })

  it('returns from the path that kept it', () => {
    const path = loginPathFor('/outbox?to=a%40example.org')
    expect(destinationAfterLogin(path.slice(path.indexOf('?')))).toBe('/outbox?to=a%40example.org')
  })
})

it('opens the list to which the weekly email leads', () => {
  expect(possibleHref).toBe(possibleListPath)
})

it('keeps no destination that login leads to anyway', () => {
  expect(loginPathFor('/home')).toBe('/login')
})
