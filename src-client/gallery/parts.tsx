import { BellPlus, Download, Trash2, UserPlus } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { CardPair } from '#client/components/layout/resident-page.tsx'
import { type Column, DataTable } from '#client/components/list/data-table.tsx'
import { Pager } from '#client/components/list/pager.tsx'
import { pageCount } from '#client/components/list/pages.ts'
import { ResultsLine } from '#client/components/list/results-line.tsx'
import { StatusBadge, type Status } from '#client/components/ui/badge.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { EmptyState, LoadFailed } from '#client/components/ui/empty-state.tsx'
import { MorePill } from '#client/components/ui/more-pill.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { DialogSample } from './dialog-sample.tsx'
import { FormSample } from './form-sample.tsx'

const statuses: readonly Status[] = [
  'VERIFIED',
  'VERIFICATION_NEEDED',
  'ACTIVE',
  'INACTIVE',
  'PENDING',
  'LOCKED',
  'STOPPED',
  'MIGRATED',
]

const alerts: { name: string; watches: string; kind: string; status: Status }[] = [
  { name: 'My name', watches: 'Thessaly Brandvold', kind: 'Person', status: 'ACTIVE' },
  { name: "Mother's house", watches: '17-03-123-045', kind: 'Parcel ID', status: 'ACTIVE' },
  { name: 'Quarry Road rental', watches: 'Brandvold Family Trust', kind: 'Business/Trust', status: 'PENDING' },
]

const alertColumns: Column<(typeof alerts)[number]>[] = [
  {
    key: 'alert',
    head: 'Alert',
    cell: (row) => (
      <a href="#alert" className="font-semibold">
        {row.name}
      </a>
    ),
  },
  {
    key: 'criteria',
    head: 'Criteria',
    cardLabel: () => 'Watches',
    cell: (row) => (
      <>
        {row.watches} <span className="text-sm whitespace-nowrap text-muted-foreground">({row.kind})</span>
      </>
    ),
  },
  { key: 'status', head: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
]

function ListSample() {
  const [search] = useSearchParams()
  const page = Number(search.get('page') ?? 15)
  const total = Number(search.get('total') ?? 3124)
  return (
    <Card>
      <ResultsLine id="results" page={page} total={total} />
      <DataTable labelledBy="results" rows={alerts} rowKey={(row) => row.name} columns={alertColumns} />
      <Pager page={page} pages={pageCount(total)} hrefFor={(to) => `/gallery.html?page=${to}&total=${total}`} />
    </Card>
  )
}

function CardSamples() {
  return (
    <CardPair>
      <Card title="Loading">
        <Skeleton label="Loading your alerts" />
      </Card>
      <Card title="Empty">
        <EmptyState
          description="No alert fits “quary”. Check the spelling."
          action={
            <Button variant="secondary" size="small">
              Clear the filter
            </Button>
          }
        />
      </Card>
      <Card
        title="First visit"
        footer={
          <>
            <Button>
              <BellPlus aria-hidden />
              Add New Alert
            </Button>
            <Button variant="secondary">Details</Button>
          </>
        }
      >
        <p>You have no alerts yet.</p>
      </Card>
      <Card title="Could not load">
        <LoadFailed
          title="We could not load your history."
          hint="Your alerts are safe."
          query={{ isFetching: false, refetch: () => undefined }}
        />
      </Card>
    </CardPair>
  )
}

function ButtonSamples() {
  return (
    <Card title="Buttons">
      <div className="flex flex-wrap gap-3">
        <Button>
          <UserPlus aria-hidden />
          Primary
        </Button>
        <Button variant="secondary">Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="dangerQuiet">
          <Trash2 aria-hidden />
          Remove
        </Button>
        <Button size="small">Small</Button>
        <Button variant="secondary" size="small">
          <Download aria-hidden />
          Export
        </Button>
      </div>
    </Card>
  )
}

/** The components of a page. */
export function Parts() {
  return (
    <>
      <PageTitle title="Parts" />
      <Card title="Badges">
        <div className="flex flex-wrap gap-3">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <MorePill href="#more">4 more</MorePill>
        </div>
      </Card>
      <section className="grid gap-4">
        <h2>Banners</h2>
        <Banner>Logging in...</Banner>
        <Banner tone="success">Password updated.</Banner>
        <Banner tone="warning">
          <b>You will be logged out in 2 minutes.</b> Nothing you typed is lost if you stay.
        </Banner>
        <Banner tone="danger">
          The username or password is not right. <a href="#forgot">Forgot Password</a>
        </Banner>
      </section>
      <CardSamples />
      <section className="grid gap-4">
        <h2>Dialogs</h2>
        <DialogSample />
      </section>
      <ButtonSamples />
      <ListSample />
      <Card title="Form">
        <FormSample />
      </Card>
    </>
  )
}
