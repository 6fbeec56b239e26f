export default function App() {
  return (
    <Card title="Habits" description="Week 49">
      <Progress label="Water" value={6} max={8} unit="glasses" />
      <Progress label="Reading" value={120} max={300} unit="pages" />
      <Progress label="Sleep goal" value={82} />
      <Lines title="Weight" unit="kg" data={[["1 Nov", 71.2], ["8 Nov", 70.8], ["15 Nov", 70.9], ["22 Nov", 70.1], ["29 Nov", 69.8]]} />
      <Checkbox label="Stretched today" />
      <Checkbox label="Walked today" defaultChecked />
      <Button action="Log today">Log today</Button>
    </Card>
  );
}
