import { expect, test } from 'vitest'
import { titleCaseAddress } from './title-case.ts'

test.each([
  ['12 ELM ST', '12 Elm Street'],
  ['12 N MAIN ST', '12 N Main Street'],
  ['12 MAIN ST N', '12 Main Street N'],
  ['5 N ST CLAIR AVE APT 3', '5 N St. Clair Avenue Apt 3'],
  ['5 ELM ST #3B', '5 Elm Street #3B'],
  ['12 1/2 OAK CT', '12 1/2 Oak Court'],
  ['12-14 OAK BLVD', '12-14 Oak Boulevard'],
  ['9 5TH AVE NE', '9 5th Avenue NE'],
  ['500 COUNTY ROAD 12', '500 County Road 12'],
  ['9 US HIGHWAY 52', '9 US Highway 52'],
  ["8 O'BRIEN RD", "8 O'Brien Road"],
  ['3 MCKINLEY PL', '3 McKinley Place'],
  ['77 THE ESPLANADE', '77 The Esplanade'],
  ['40 FRONT ST', '40 Front Street'],
  ['12 Elm St', '12 Elm Street'],
  ['12A ELM ST', '12A Elm Street'],
  ['BROADWAY', 'Broadway'],
  ['', ''],
])('writes %j as %j', (address, title) => expect(titleCaseAddress(address)).toBe(title))
