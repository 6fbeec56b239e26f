export default function App() {
  return (
    <Card title="Capitals" description="Three questions">
      <Choice label="Capital of Portugal?" kind="radio" options={["Porto", "Lisbon", "Faro"]} answer="Lisbon" />
      <Choice label="Capital of Norway?" kind="radio" options={["Oslo", "Bergen"]} answer="Oslo" />
      <Choice label="Which lie on the sea?" kind="check" options={["Lisbon", "Madrid", "Athens"]} />
      <Progress label="Answered" value={2} max={3} />
      <Button action="Finish">Finish</Button>
    </Card>
  );
}
