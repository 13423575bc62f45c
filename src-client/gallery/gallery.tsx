import { Activity, Bell, BellPlus, Download, Ellipsis, Megaphone, Send, Trash2, User, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { z } from 'zod'
import { LoadingDialog } from '#client/components/dialogs/loading-dialog.tsx'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { Form } from '#client/components/form/form.tsx'
import { PasswordField } from '#client/components/form/password-field.tsx'
import { SelectField } from '#client/components/form/select-field.tsx'
import { DateField, PhoneField, TextAreaField, TextField, ZipField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { HeadlineBand } from '#client/components/layout/headline-band.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { PanelFrame, type PanelSection } from '#client/components/layout/panel-frame.tsx'
import { CardPair, ResidentPage } from '#client/components/layout/resident-page.tsx'
import { SiteFooter } from '#client/components/layout/site-footer.tsx'
import { AccountBar, SiteHeader } from '#client/components/layout/site-header.tsx'
import { SkipLink } from '#client/components/layout/skip-link.tsx'
import { type Column, DataTable } from '#client/components/list/data-table.tsx'
import { pageCount } from '#client/components/list/pages.ts'
import { Pager } from '#client/components/list/pager.tsx'
import { ResultsLine } from '#client/components/list/results-line.tsx'
import { StatusBadge, type Status } from '#client/components/ui/badge.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { DropdownMenu, DropdownMenuItem } from '#client/components/ui/dropdown-menu.tsx'
import { EmptyState, LoadFailed } from '#client/components/ui/empty-state.tsx'
import { MorePill } from '#client/components/ui/more-pill.tsx'
import { RadioCards } from '#client/components/ui/radio-cards.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { ask, showMessage } from '#client/lib/prompts.ts'
import { showToast } from '#client/lib/toasts.ts'

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

const sections: PanelSection[] = [
  { label: 'Alert Admin', icon: Bell, links: [{ label: 'Alert List', href: '/gallery.html' }] },
  {
    label: 'Technical',
    icon: Activity,
    links: [{ label: 'Performance Monitoring', href: '/monitoring', newWindow: true }],
  },
]

const schema = z.object({
  name: z.string().trim().min(1, 'Required.').max(60),
  phone: z.string().regex(/^\(\d{3}\) \d{3}-\d{4}$/, '(XXX) XXX-XXXX'),
  zip: z.string().regex(/^\d{5}$/, '5-digit zip.'),
  date: z.string(),
  password: z.string(),
  state: z.string(),
  note: z.string(),
  agree: z.literal(true, 'Please read and select the checkbox to acknowledge.'),
})

function FormSample() {
  const form = useAppForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaultValues: { name: '', phone: '', zip: '', date: '', password: '', state: 'MN', note: '' },
  })
  const [kind, setKind] = useState('NAME')
  return (
    <Form form={form} className="grid gap-6" onSubmit={async () => showToast('Saved.')}>
      <RadioCards
        legend="Monitor"
        name="kind"
        value={kind}
        onChange={setKind}
        cards={[
          { value: 'NAME', title: 'Person', help: 'First and last name' },
          { value: 'BUSINESS', title: 'Business/Trust', help: 'A company or trust' },
          { value: 'PARCEL_ID', title: 'Parcel ID', help: 'From your tax bill' },
        ]}
      />
      <TextField name="name" label="Alert Nickname" help="Give this alert a nickname to help you identify it." />
      <PhoneField
        name="phone"
        label="Mobile phone"
        help="Ten digits. We add the (XXX) XXX-XXXX for you."
        after={<Button variant="secondary">Lookup</Button>}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-5 gap-y-4">
        <ZipField name="zip" label="Zip" />
        <DateField name="date" label="From" optional />
      </div>
      <SelectField
        name="state"
        label="State"
        options={[
          { value: 'MN', label: 'Minnesota' },
          { value: 'WI', label: 'Wisconsin' },
        ]}
      />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        rules={[
          { label: 'At least 12 characters', met: (text) => text.length >= 12 },
          { label: 'A letter, a number and a special character', met: (text) => /\d/.test(text) },
        ]}
      />
      <TextAreaField name="note" label="Long text" help="Shown to everybody at the top of each page." />
      <CheckboxField
        name="agree"
        label="I agree to one text to check this number. Carrier message and data rates may apply."
        note="adds 2"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Save</Button>
        <Button busy="Saving…">Save</Button>
      </div>
    </Form>
  )
}

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

function DialogSample() {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen(true)}>Open dialog</Button>
      <Button
        variant="danger"
        onClick={() =>
          void ask({
            title: 'Delete Alert My name?',
            detail: 'We stop watching for Thessaly Brandvold. Its history stays.',
            yes: 'Yes, delete',
            destructive: true,
          })
        }
      >
        Ask
      </Button>
      <Button variant="secondary" onClick={() => void showMessage('WARNING', 'That address is already in use.')}>
        Message
      </Button>
      <Button variant="secondary" onClick={() => showToast('Alert saved. We sent a link to o.vastberg@example.org.')}>
        Toast
      </Button>
      <Button variant="secondary" onClick={() => setBusy(true)}>
        Loading
      </Button>
      <DropdownMenu
        label="More"
        trigger={
          <Button variant="quiet">
            <Ellipsis aria-hidden />
            More
          </Button>
        }
      >
        <DropdownMenuItem>
          <Send aria-hidden />
          Resend
        </DropdownMenuItem>
        <DropdownMenuItem destructive>
          <Trash2 aria-hidden />
          Delete
        </DropdownMenuItem>
      </DropdownMenu>
      {busy && <LoadingDialog />}
      <Dialog
        open={open}
        changed
        onClose={() => setOpen(false)}
        title="Alert Setup"
        description="Three steps. You can change or stop this alert at any time."
        foot={
          <>
            <Button variant="dangerQuiet" className="me-auto">
              <Trash2 aria-hidden />
              Delete
            </Button>
            <Button>Done</Button>
          </>
        }
      >
        <FormSample />
      </Dialog>
    </div>
  )
}

function Parts() {
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
      <CardPair>
        <Card title="Loading">
          <Skeleton label="Loading your alerts" />
        </Card>
        <Card title="Empty">
          <EmptyState
            why="No alert fits “quary”. Check the spelling."
            action={
              <Button variant="secondary" size="small">
                Clear the filter
              </Button>
            }
          />
        </Card>
        <Card
          title="First visit"
          foot={
            <>
              <Button>
                <BellPlus aria-hidden />
                Add New Alert
              </Button>
              <Button variant="secondary">Details</Button>
            </>
          }
        >
          <p>You have no alerts yet. The first takes about two minutes: what to watch, who to tell, a name.</p>
        </Card>
        <Card title="Could not load">
          <LoadFailed
            what="We could not load your history."
            still="Your alerts still work."
            onRetry={() => undefined}
          />
        </Card>
      </CardPair>
      <section className="grid gap-4">
        <h2>Dialogs</h2>
        <DialogSample />
      </section>
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
      <ListSample />
      <Card title="Form">
        <FormSample />
      </Card>
    </>
  )
}

export function Gallery() {
  const [search] = useSearchParams()
  const panel = search.has('panel')
  const headline = search.has('headline')
  return (
    <>
      <SkipLink />
      <SiteHeader
        county="Alder County"
        appTitle="Land Record Alerts"
        homeHref="/gallery.html"
        headline={headline}
        account={
          <AccountBar label="Your account" greeting="Hello, Thessaly">
            <Button variant="header">
              <User aria-hidden />
              Profile
            </Button>
            <Button variant="header">
              <Megaphone aria-hidden />
              Log out
            </Button>
          </AccountBar>
        }
      />
      <HeadlineBand
        label="Service notice"
        text={headline ? 'Sign-in is closed for residents until 7 PM today while we update the service.' : ''}
      />
      {panel ? (
        <PanelFrame sections={sections} current="/gallery.html">
          <Parts />
        </PanelFrame>
      ) : (
        <ResidentPage>
          <Parts />
        </ResidentPage>
      )}
      <SiteFooter county="Alder County" interfaceVersion="5.3.107" serverVersion="5.3.107-a41" year={2026} live />
    </>
  )
}
